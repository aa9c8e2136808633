import type { Catalog } from '../catalog/catalog.ts';
import { stepsInSlices } from '../catalog/slices.ts';
import type { Tool } from '../catalog/tool.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';
import { SearchEngine } from '../search/search-engine.ts';
import type { SearchAnswer, SearchEngineOptions, SearchOptions } from '../search/search-types.ts';
import { IndexUpdates } from './index-updates.ts';
import { digestServers, searchKey } from './search-key.ts';

/** Stores snapshots of the search index for the next process. */
export interface IndexSnapshots {
  /** The snapshot saved under the key, else the latest snapshot, whose unchanged tools are reused. */
  load(key: string): Promise<Uint8Array | undefined>;
  save(key: string, bytes: Uint8Array): Promise<void>;
}

export interface ToolSearchOptions extends Omit<SearchEngineOptions, 'vectors'> {
  /** Loads the static word vectors; called once, by the first search. */
  readonly loadVectors?: (() => Promise<VectorTable>) | undefined;
  readonly snapshots?: IndexSnapshots | undefined;
  /** The first search waits until the model has embedded every tool: for a process that runs one search. */
  readonly waitForModel?: boolean;
  /** Debounce of saving the index, in milliseconds. */
  readonly saveAfterMs?: number | undefined;
}

/** What search knows beside the tools. Without the embedding model, which may ask a service. */
export type SearchParts = Pick<SearchEngineOptions, 'vectors' | 'extraWords' | 'categoryDescription'>;

/** For judging search with other texts of tools. */
export async function searchParts(options: ToolSearchOptions): Promise<SearchParts> {
  const { loadVectors, extraWords, categoryDescription } = options;
  return {
    ...(loadVectors && { vectors: await loadVectors() }),
    ...(extraWords && { extraWords }),
    ...(categoryDescription && { categoryDescription }),
  };
}

/** When a gateway starts, servers report their tools one by one. The debounce saves the index once for all servers. */
const SAVE_AFTER_MS = 1_000;
/** The rest after a save, as a multiple of its time: servers that change their tools all the time must not have it saved all the time. */
const SAVE_REST_FACTOR = 20;
const MAX_SAVE_REST_MS = 60_000;

/** The index of a catalog, and the changes of the catalog that it does not have yet. */
interface FollowingIndex {
  readonly engine: SearchEngine;
  readonly updates: IndexUpdates;
}

/**
 * Ranked search over a catalog. The first search loads or builds the index; from then on the index follows the changes
 * of the catalog.
 */
export class ToolSearch {
  readonly #catalog: Catalog;
  readonly #options: ToolSearchOptions;
  #index: Promise<FollowingIndex> | undefined;
  #vectors: VectorTable | undefined;
  #embedTimer: ReturnType<typeof setTimeout> | undefined;
  #embedding: Promise<void> = Promise.resolve();
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #restUntil = 0;
  /** The save that waits for `#saveTimer`. */
  #pendingSave: (() => Promise<void>) | undefined;

  constructor(catalog: Catalog, options: ToolSearchOptions = {}) {
    this.#catalog = catalog;
    this.#options = options;
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    this.#index ??= this.#build();
    const { engine, updates } = await this.#index;
    await updates.settled();
    const { filter } = options;
    // A tool that has changed since it was indexed is not found by its old texts.
    const current = (tool: Tool): boolean => !updates.isPending(tool.id) && (filter?.(tool) ?? true);
    return await engine.searchWithModel(query, updates.isBusy ? { ...options, filter: current } : options);
  }

  parts(): Promise<SearchParts> {
    return searchParts(this.#options);
  }

  /** Runs a pending save now, for a process that is about to exit. */
  async flush(): Promise<void> {
    await this.#pendingSave?.();
  }

  async #build(): Promise<FollowingIndex> {
    const { loadVectors, snapshots: _snapshots, saveAfterMs: _after, waitForModel, ...options } = this.#options;
    // A vector table that cannot be loaded must not break search: the engine then finds by words only.
    this.#vectors = await loadVectors?.().catch(() => undefined);
    const { key, saved } = await this.#savedIndex();
    const vectors = this.#vectors && { vectors: this.#vectors };
    const tools = smallestServersFirst(this.#catalog.entries().map(({ tool }) => tool));
    const { engine, loaded } = SearchEngine.begin(saved, tools, { ...options, ...vectors, ...(key && { key }) });
    const servers = new Set(tools.map(({ server }) => server));
    const afterChange = (): void => {
      this.#embedSoon(engine);
      this.#saveSoon(engine);
    };
    const loading = loaded.then(() => {
      if (!engine.restored) this.#saveSoon(engine);
      this.#embedding = this.#embed(engine);
    });
    const updates = new IndexUpdates(engine, servers, afterChange, loading);
    this.#catalog.subscribe((change) => updates.apply(change));
    if (waitForModel) {
      await updates.complete();
      await this.#embedding;
    }
    return { engine, updates };
  }

  async #savedIndex(): Promise<{ key?: string; saved: Uint8Array }> {
    const { snapshots } = this.#options;
    const nothing = { saved: new Uint8Array() };
    if (!snapshots) return nothing;
    try {
      const { version } = this.#catalog;
      const key = await this.#key();
      const saved = await snapshots.load(key);
      // If the catalog changed during the load, the key is outdated. Without a key, the engine compares each tool.
      return saved ? { saved, ...(version === this.#catalog.version && { key }) } : nothing;
    } catch {
      return nothing;
    }
  }

  async #key(): Promise<string> {
    const { categoryDescription, extraWords } = this.#options;
    const digests = await stepsInSlices(digestServers(this.#catalog.entries()));
    return searchKey(digests, (category) => categoryDescription?.(category), this.#vectors, extraWords);
  }

  /** Embeds the tools that the model has not embedded yet. Never rejects: without the model, search goes on. */
  async #embed(engine: SearchEngine): Promise<void> {
    if (this.#options.embedder) await engine.prepareModel().catch(() => {});
  }

  /** Debounced and one after another: two runs at once would embed the same tools twice. */
  #embedSoon(engine: SearchEngine): void {
    const { embedder, saveAfterMs = SAVE_AFTER_MS } = this.#options;
    if (!embedder) return;
    clearTimeout(this.#embedTimer);
    this.#embedTimer = setTimeout(() => {
      this.#embedding = this.#embedding.then(() => this.#embed(engine));
    }, saveAfterMs);
    (this.#embedTimer as { unref?: () => void }).unref?.();
  }

  /** Saves in the background, debounced and in slices. An index that changes meanwhile is saved after the change. */
  #saveSoon(engine: SearchEngine): void {
    const { snapshots, saveAfterMs = SAVE_AFTER_MS } = this.#options;
    if (!snapshots) return;
    clearTimeout(this.#saveTimer);
    const save = async (write: typeof engine.saveInSlices): Promise<void> => {
      clearTimeout(this.#saveTimer);
      this.#pendingSave = undefined;
      const from = performance.now();
      const key = await this.#key();
      const bytes = await write.call(engine, key);
      if (bytes) await snapshots.save(key, bytes).catch(() => {});
      const now = performance.now();
      this.#restUntil = now + Math.min(MAX_SAVE_REST_MS, (now - from) * SAVE_REST_FACTOR);
    };
    this.#pendingSave = () => save(async (key) => engine.save(key));
    const wait = Math.max(saveAfterMs, this.#restUntil - performance.now());
    this.#saveTimer = setTimeout(() => void save(engine.saveInSlices), wait);
    // The timer must not keep the process alive. Only Node's timers have `unref`.
    (this.#saveTimer as { unref?: () => void }).unref?.();
  }
}

/** A server with thousands of tools is indexed last: until then, the tools of all others are found. */
function smallestServersFirst(tools: readonly Tool[]): readonly Tool[] {
  const counts = new Map<string, number>();
  for (const { server } of tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  const sizeOf = ({ server }: Tool): number => counts.get(server) ?? 0;
  return tools.toSorted((a, b) => sizeOf(a) - sizeOf(b));
}
