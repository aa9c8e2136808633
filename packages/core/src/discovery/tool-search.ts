import type { Catalog } from '../catalog/catalog.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';
import { SearchEngine } from '../search/search-engine.ts';
import type { SearchAnswer, SearchEngineOptions, SearchOptions } from '../search/search-types.ts';
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

/** When a gateway starts, servers report their tools one by one. The debounce saves the index once for all servers. */
const SAVE_AFTER_MS = 1_000;

/**
 * Ranked search over a catalog. The first search loads or builds the index; from then on the index follows the changes
 * of the catalog.
 */
export class ToolSearch {
  readonly #catalog: Catalog;
  readonly #options: ToolSearchOptions;
  #engine: Promise<SearchEngine> | undefined;
  #vectors: VectorTable | undefined;
  #embedTimer: ReturnType<typeof setTimeout> | undefined;
  #embedding: Promise<void> = Promise.resolve();
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** The save that waits for `#saveTimer`. */
  #pendingSave: (() => Promise<void>) | undefined;

  constructor(catalog: Catalog, options: ToolSearchOptions = {}) {
    this.#catalog = catalog;
    this.#options = options;
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    this.#engine ??= this.#build();
    const engine = await this.#engine;
    return await engine.searchWithModel(query, options);
  }

  /** Runs a pending save now, for a process that is about to exit. */
  async flush(): Promise<void> {
    await this.#pendingSave?.();
  }

  async #build(): Promise<SearchEngine> {
    const { loadVectors, snapshots: _snapshots, saveAfterMs: _after, waitForModel: _wait, ...options } = this.#options;
    // A vector table that cannot be loaded must not break search: the engine then finds by words only.
    this.#vectors = await loadVectors?.().catch(() => undefined);
    const { key, saved } = await this.#savedIndex();
    const vectors = this.#vectors && { vectors: this.#vectors };
    const tools = this.#catalog.entries().map(({ tool }) => tool);
    const engine = SearchEngine.load(saved, tools, { ...options, ...vectors, ...(key && { key }) });
    this.#catalog.subscribe(({ upserted, removed }) => {
      for (const tool of removed) engine.remove(tool.id);
      for (const tool of upserted) engine.upsert(tool);
      this.#embedSoon(engine);
      this.#saveSoon(engine);
    });
    if (!engine.restored) this.#saveSoon(engine);
    this.#embedding = this.#embed(engine);
    if (this.#options.waitForModel) await this.#embedding;
    return engine;
  }

  async #savedIndex(): Promise<{ key?: string; saved: Uint8Array }> {
    const { snapshots } = this.#options;
    const nothing = { saved: new Uint8Array() };
    if (!snapshots) return nothing;
    try {
      const { version } = this.#catalog;
      const key = this.#key();
      const saved = await snapshots.load(key);
      // If the catalog changed during the load, the key is outdated. Without a key, the engine compares each tool.
      return saved ? { saved, ...(version === this.#catalog.version && { key }) } : nothing;
    } catch {
      return nothing;
    }
  }

  #key(): string {
    const { categoryDescription, extraWords } = this.#options;
    const digests = digestServers(this.#catalog.entries());
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

  /** Saves in the background, debounced. */
  #saveSoon(engine: SearchEngine): void {
    const { snapshots, saveAfterMs = SAVE_AFTER_MS } = this.#options;
    if (!snapshots) return;
    clearTimeout(this.#saveTimer);
    const save = async (): Promise<void> => {
      clearTimeout(this.#saveTimer);
      this.#pendingSave = undefined;
      const key = this.#key();
      await snapshots.save(key, engine.save(key)).catch(() => {});
    };
    this.#pendingSave = save;
    this.#saveTimer = setTimeout(() => void save(), saveAfterMs);
    // The timer must not keep the process alive. Only Node's timers have `unref`.
    (this.#saveTimer as { unref?: () => void }).unref?.();
  }
}
