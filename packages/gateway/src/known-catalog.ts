import { join } from 'node:path';
import { Catalog, type SearchAnswer, type SearchOptions, ToolSearch } from '@foldout/core';
import { categoryTexts } from './config/category-texts.ts';
import type { GatewayConfig, ServerConfig } from './config/config-schema.ts';
import type { Log } from './logging/log.ts';
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
}

/**
 * The catalog of a gateway as it was kept on disk: for those who look and do not call. No server is started, and
 * what speaks to servers is not loaded. Search is the gateway's: the same engine over the same saved index.
 */
export class KnownCatalog implements AsyncDisposable {
  readonly catalog = new Catalog();
  readonly servers: readonly KnownServer[];
  readonly #search: ToolSearch;

  constructor(servers: readonly KnownServer[], sources: readonly KnownSource[], search: (of: Catalog) => ToolSearch) {
    this.servers = servers;
    for (const source of sources) this.catalog.attach(source);
    this.#search = search(this.catalog);
  }

  /** Servers that nothing is known of yet. */
  get unknown(): readonly string[] {
    return this.servers.filter(({ manifest }) => !manifest).map(({ name }) => name);
  }

  search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return this.#search.search(query, options);
  }

  /** Keeps the index that a search has made, so that the next one need not. */
  close(): Promise<void> {
    return this.#search.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

export async function openKnownCatalog({ config, log }: OpenCatalogOptions): Promise<KnownCatalog> {
  const folder = config.stateFolder ?? defaultStateFolder();
  const manifests = new ManifestFiles({ folder: join(folder, 'servers'), log });
  const servers = Object.entries(config.mcpServers)
    .filter(([, server]) => !server.disabled)
    .map(([name, server]) => ({ name, config: server, manifest: manifests.load(name, manifestKey(server)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const sources = await readSources(servers, config, folder, log);
  const texts = categoryTexts(config);
  return new KnownCatalog(servers, sources, (catalog) => {
    return new ToolSearch(catalog, {
      loadVectors: async () => (await import('@foldout/core/node')).loadVectorTable(),
      snapshots: new IndexFile({ folder, log }),
      categoryDescription: (category) => (Object.hasOwn(texts, category) ? texts[category] : undefined),
    });
  });
}

async function readSources(
  servers: readonly KnownServer[],
  gateway: GatewayConfig,
  folder: string,
  log: Log,
): Promise<KnownSource[]> {
  let state: SharedState | undefined;
  const sources: KnownSource[] = [];
  for (const { name, config, manifest } of servers) {
    if (!manifest) continue;
    const pinned = (config.trust ?? gateway.trust) === 'pinned';
    if (pinned) state ??= await openState(gateway.database, folder);
    const trusted = state && pinned ? await approvedOf(name, config, manifest, state, log) : undefined;
    const withheld = (tool: Parameters<TrustedTools['withheld']>[0]) => trusted?.withheld(tool);
    sources.push(new KnownSource(name, readTools(name, manifest.tools, config, withheld).tools, withheld));
  }
  await state?.close();
  return sources;
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
