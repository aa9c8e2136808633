import { Catalog, type SearchAnswer, type SearchOptions, type ToolScope } from '@foldout/core';
import {
  rankedSearch,
  type SearchParts,
  searchParts,
  ToolSearch,
  type ToolSearchOptions,
} from '@foldout/core/internal';
import {
  categoryTexts,
  type GatewayConfig,
  SERVER_CONFIG_DEFAULTS,
  type ServerConfig,
} from '../config/config-schema.ts';
import { overlaysOf } from '../config/overlays.ts';
import type { Log } from '../logging/log.ts';
import { searchModels } from '../models/search-models.ts';
import { openState } from '../state/open-state.ts';
import type { SharedState } from '../state/shared-state.ts';
import { defaultStateFolder } from '../state/state-folder.ts';
import { INSTRUCTIONS, otherDefinition } from '../trust/definitions.ts';
import type { TrustMode } from '../trust/judge.ts';
import { TrustedTools } from '../trust/trusted-tools.ts';
import { CachedSource, type CachedSourceParts } from './cached-source.ts';
import { openCatalogCache } from './catalog-cache.ts';
import type { ServerManifest } from './manifest.ts';
import { manifestKey } from './manifest-key.ts';
import { offeredIn } from './offered.ts';
import { readTools } from './read-tools.ts';
import { openStoredSearch, type StoredSearch } from './stored-search.ts';
import { definitionsOf } from './stored-tools.ts';

export interface CachedServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** Undefined if the gateway never connected to the server, or if its configuration has changed since then. */
  readonly manifest: ServerManifest | undefined;
}

export interface OpenCachedCatalogOptions {
  readonly config: GatewayConfig;
  readonly log: Log;
  /** `search` finds only tools that the scope allows. */
  readonly scope?: ToolScope | undefined;
}

interface CachedSources {
  readonly all: readonly CachedSource[];
  /** False if any server is pinned or in quarantine: only its approved tools can be used. */
  readonly allUsable: boolean;
}

/**
 * The catalog of a gateway as the cache has it, for commands that show tools and call none. Starts no server and loads
 * no code that connects to one. Searches like the gateway: the same engine over the same saved index.
 */
export class CachedCatalog implements AsyncDisposable {
  readonly servers: readonly CachedServer[];
  readonly #sources: CachedSources;
  readonly #searchOptions: ToolSearchOptions;
  readonly #filter: SearchOptions['filter'];
  #catalog: Catalog | undefined;
  #search: Promise<StoredSearch | ToolSearch> | undefined;

  constructor(
    servers: readonly CachedServer[],
    sources: CachedSources,
    scope: ToolScope | undefined,
    searchOptions: ToolSearchOptions,
  ) {
    this.servers = servers;
    this.#sources = sources;
    this.#searchOptions = searchOptions;
    // Set only when needed, because with a filter a search must build every candidate tool.
    if (scope || !sources.allUsable) this.#filter = (tool) => tool.enabled && (scope?.allows(tool) ?? true);
  }

  /** Names of the servers that are not in the cache. */
  get unknown(): readonly string[] {
    return this.servers.filter(({ manifest }) => !manifest).map(({ name }) => name);
  }

  /** The catalog with all cached tools. The first call reads the tool lists of all manifests. */
  load(): Catalog {
    if (!this.#catalog) {
      this.#catalog = new Catalog();
      for (const source of this.#sources.all) this.#catalog.attach(source);
    }
    return this.#catalog;
  }

  /** Searches the usable tools of the scope. If the saved index matches the tools, only the hits are built. */
  async search(query: string, options: Omit<SearchOptions, 'filter'> = {}): Promise<SearchAnswer> {
    this.#search ??= this.#openSearch();
    return rankedSearch(await this.#search, { ...options, query, exists: this.#filter });
  }

  /** For judging search with other texts of tools. */
  searchParts(): Promise<SearchParts> {
    return searchParts(this.#searchOptions);
  }

  /** Saves the index if a search has built one. */
  async close(): Promise<void> {
    await (await this.#search)?.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #openSearch(): Promise<StoredSearch | ToolSearch> {
    const { all, allUsable } = this.#sources;
    // With an embedding model, every tool has to be read anyway.
    const useStored = allUsable && !this.#searchOptions.embedder;
    const stored = useStored ? await openStoredSearch(all, this.#searchOptions) : undefined;
    return stored ?? new ToolSearch(this.load(), this.#searchOptions);
  }
}

export async function openCachedCatalog({ config, log, scope }: OpenCachedCatalogOptions): Promise<CachedCatalog> {
  const folder = config.stateFolder ?? defaultStateFolder();
  const cache = openCatalogCache({ folder, log });
  const servers = Object.entries(config.mcpServers)
    .filter(([, server]) => !server.disabled)
    .map(([name, server]) => ({ name, config: server, manifest: cache.manifests.load(name, manifestKey(server)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = categoryTexts(config);
  return new CachedCatalog(servers, await openSources(servers, config, folder, log), scope, {
    loadVectors: async () => (await import('@foldout/core/node')).loadVectorTable(),
    snapshots: cache.index,
    ...(await searchModels(config, folder)),
    waitForModel: true,
    categoryDescription: (category) => (Object.hasOwn(texts, category) ? texts[category] : undefined),
  });
}

async function openSources(
  servers: readonly CachedServer[],
  gateway: GatewayConfig,
  folder: string,
  log: Log,
): Promise<CachedSources> {
  let state: SharedState | undefined;
  const all: CachedSource[] = [];
  for (const { name, config, manifest } of servers) {
    if (!manifest) continue;
    const mode = config.trust ?? gateway.trust ?? SERVER_CONFIG_DEFAULTS.trust;
    if (mode !== 'flag') state ??= await openState(gateway.database, folder);
    const trusted =
      state && mode !== 'flag' ? await approvedOf({ name, config, manifest }, mode, state, log) : undefined;
    const withheld: CachedSourceParts['withheld'] = (tool, sent) => trusted?.withheld(tool, sent);
    const withholdsInstructions = (): boolean =>
      manifest.instructions !== undefined &&
      trusted?.withheldOne(otherDefinition(name, INSTRUCTIONS, { instructions: manifest.instructions })) !== undefined;
    const overlays = overlaysOf(gateway, name);
    all.push(new CachedSource({ server: name, config, overlays, manifest, withheld, withholdsInstructions }));
  }
  await state?.close();
  return { all, allUsable: state === undefined };
}

/** The approvals of a server, so that the same tools are withheld here as in the gateway. */
async function approvedOf(
  { name, config, manifest }: CachedServer & { readonly manifest: ServerManifest },
  mode: TrustMode,
  { approvals }: SharedState,
  log: Log,
): Promise<TrustedTools> {
  const trusted = new TrustedTools({ server: name, mode, approvals, onChange: () => {}, onWarning: log.warn });
  const { tools } = readTools(name, definitionsOf(manifest), { config }, () => undefined);
  await trusted.judge([...tools.values()], offeredIn(manifest));
  trusted.close();
  return trusted;
}
