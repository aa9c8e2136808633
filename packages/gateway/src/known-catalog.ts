import { join } from 'node:path';
import { Catalog, type SearchAnswer, type SearchOptions, type ToolScope, ToolSearch } from '@foldout/core';
import { categoryTexts } from './config/category-texts.ts';
import type { GatewayConfig, ServerConfig } from './config/config-schema.ts';
import type { Log } from './logging/log.ts';
import { knownOutline } from './relay/known-outline.ts';
import { KnownSource } from './relay/known-source.ts';
import { readTools } from './relay/read-tools.ts';
import { IndexFile } from './state/index-file.ts';
import type { ServerManifest } from './state/manifest.ts';
import { ManifestFiles } from './state/manifest-files.ts';
import { manifestKey } from './state/manifest-key.ts';
import { defaultStateFolder, openState } from './state/open-state.ts';
import type { SharedState } from './state/shared-state.ts';
import { TrustedTools } from './trust/trusted-tools.ts';

export interface KnownServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** What it said when it was last asked; undefined where it never was, or where its configuration is another now. */
  readonly manifest: ServerManifest | undefined;
}

export interface OpenCatalogOptions {
  readonly config: GatewayConfig;
  readonly log: Log;
  /** What is searched; everything where it is absent. */
  readonly scope?: ToolScope | undefined;
}

/**
 * The catalog of a gateway as it was kept on disk: for those who look and do not call. No server is started, and
 * what speaks to servers is not loaded. Search is the gateway's: the same engine over the same saved index.
 */
export class KnownCatalog implements AsyncDisposable {
  readonly catalog = new Catalog();
  readonly servers: readonly KnownServer[];
  readonly #search: ToolSearch;
  readonly #filter: SearchOptions['filter'];

  constructor(
    servers: readonly KnownServer[],
    sources: KnownSources,
    scope: ToolScope | undefined,
    search: (of: Catalog) => ToolSearch,
  ) {
    this.servers = servers;
    const attach = (): void => {
      for (const source of sources.all) this.catalog.attach(source);
    };
    const { allUsable } = sources;
    // Asked of every tool that comes near: where nothing is kept back, none has to be made for it.
    if (scope || !allUsable) this.#filter = (tool) => tool.enabled && (scope?.allows(tool) ?? true);
    // A search that finds its index needs none of the tools but those it finds.
    if (allUsable) this.catalog.attachLater(knownOutline(sources.all), attach);
    else attach();
    this.#search = search(this.catalog);
  }

  /** Servers that nothing is known of yet. */
  get unknown(): readonly string[] {
    return this.servers.filter(({ manifest }) => !manifest).map(({ name }) => name);
  }

  /** Searches what is within the scope and can be used. */
  search(query: string, options: Omit<SearchOptions, 'filter'> = {}): Promise<SearchAnswer> {
    return this.#search.search(query, { ...options, ...(this.#filter && { filter: this.#filter }) });
  }

  /** Keeps the index that a search has made, so that the next one need not. */
  close(): Promise<void> {
    return this.#search.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

export async function openKnownCatalog({ config, log, scope }: OpenCatalogOptions): Promise<KnownCatalog> {
  const folder = config.stateFolder ?? defaultStateFolder();
  const manifests = new ManifestFiles({ folder: join(folder, 'servers'), log });
  const servers = Object.entries(config.mcpServers)
    .filter(([, server]) => !server.disabled)
    .map(([name, server]) => ({ name, config: server, manifest: manifests.load(name, manifestKey(server)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const sources = await readSources(servers, config, folder, log);
  const texts = categoryTexts(config);
  return new KnownCatalog(servers, sources, scope, (catalog) => {
    return new ToolSearch(catalog, {
      loadVectors: async () => (await import('@foldout/core/node')).loadVectorTable(),
      snapshots: new IndexFile({ folder, log }),
      categoryDescription: (category) => (Object.hasOwn(texts, category) ? texts[category] : undefined),
    });
  });
}

interface KnownSources {
  readonly all: readonly KnownSource[];
  /** Whether no tool can be withheld. */
  readonly allUsable: boolean;
}

async function readSources(
  servers: readonly KnownServer[],
  gateway: GatewayConfig,
  folder: string,
  log: Log,
): Promise<KnownSources> {
  let state: SharedState | undefined;
  const all: KnownSource[] = [];
  for (const { name, config, manifest } of servers) {
    if (!manifest) continue;
    const pinned = (config.trust ?? gateway.trust) === 'pinned';
    if (pinned) state ??= await openState(gateway.database, folder);
    const trusted = state && pinned ? await approvedOf(name, config, manifest, state, log) : undefined;
    const withheld = (tool: Parameters<TrustedTools['withheld']>[0]) => trusted?.withheld(tool);
    all.push(new KnownSource({ server: name, config, manifest, withheld }));
  }
  await state?.close();
  return { all, allUsable: state === undefined };
}

/** What a pinned server withholds from clients is withheld here too. */
async function approvedOf(
  server: string,
  config: ServerConfig,
  { tools }: ServerManifest,
  { approvals }: SharedState,
  log: Log,
): Promise<TrustedTools> {
  const trusted = new TrustedTools({ server, mode: 'pinned', approvals, onChange: () => {}, onWarning: log.warn });
  await trusted.judge([...readTools(server, tools, config, () => undefined).tools.values()]);
  return trusted;
}
