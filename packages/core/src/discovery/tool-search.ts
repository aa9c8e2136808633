import type { Catalog } from '../catalog/catalog.ts';
import type { Tool } from '../catalog/tool.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';
import { type LoadOptions, SearchEngine } from '../search/search-engine.ts';
import type { SearchAnswer, SearchEngineOptions, SearchOptions } from '../search/search-types.ts';
import { marksOf, searchKey } from './search-key.ts';

/** Keeps what indexing has computed, so that the next process need not do it again. */
export interface IndexSnapshots {
  /** What was saved under the key, or else what was saved last: what still fits of it is used. */
  load(key: string): Promise<Uint8Array | undefined>;
  save(key: string, bytes: Uint8Array): Promise<void>;
}

export interface ToolSearchOptions extends Omit<SearchEngineOptions, 'vectors'> {
  /** Where the static vectors come from; asked once, when the first search is made. */
  readonly loadVectors?: (() => Promise<VectorTable>) | undefined;
  readonly snapshots?: IndexSnapshots | undefined;
  /** How long nothing has to change before the index is saved. */
  readonly saveAfterMs?: number | undefined;
}

/** Servers come one after the other; saving once for all of them is enough. */
const SAVE_AFTER_MS = 1_000;

/**
 * Ranked search over a catalog. Nothing is indexed before the first search, so that starting costs
 * nothing; from then on the index follows the catalog, a change at a time.
 */
export class ToolSearch {
  readonly #catalog: Catalog;
  readonly #options: ToolSearchOptions;
  #engine: Promise<SearchEngine> | undefined;
  #vectors: VectorTable | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** What `#saving` will do; absent where nothing waits. */
  #save: (() => Promise<void>) | undefined;

  constructor(catalog: Catalog, options: ToolSearchOptions = {}) {
    this.#catalog = catalog;
    this.#options = options;
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    this.#engine ??= this.#build();
    const engine = await this.#engine;
    return engine.searchWithModel(query, options);
  }

  /** Saves at once what waits to be saved, for a process that is about to end. */
  async flush(): Promise<void> {
    await this.#save?.();
  }

  async #build(): Promise<SearchEngine> {
    const { loadVectors, snapshots: _snapshots, saveAfterMs: _after, ...options } = this.#options;
    // Without its vectors the engine still finds by words; a broken table must not take search down.
    this.#vectors = await loadVectors?.().catch(() => undefined);
    const { key, saved } = await this.#savedIndex();
    const vectors = this.#vectors && { vectors: this.#vectors };
    const engine = SearchEngine.load(saved, this.#tools(), {
      ...options,
      ...vectors,
      ...(key && { key }),
      later: this.#laterTools(),
    });
    this.#catalog.subscribe(({ upserted, removed }) => {
      for (const tool of removed) engine.remove(tool.id);
      for (const tool of upserted) engine.upsert(tool);
      this.#saveSoon(engine);
    });
    if (!engine.restored) this.#saveSoon(engine);
    if (options.embedder) void engine.prepareModel().catch(() => {});
    return engine;
  }

  /** Asks the catalog for its tools only where somebody goes through them. */
  *#tools(): Generator<Tool> {
    for (const { tool } of this.#catalog.entries()) yield tool;
  }

  #laterTools(): LoadOptions['later'] {
    const { outline } = this.#catalog;
    return outline?.tools && { categories: outline.categories, find: outline.tools.find };
  }

  async #savedIndex(): Promise<{ key?: string; saved: Uint8Array }> {
    const { snapshots } = this.#options;
    const nothing = { saved: new Uint8Array() };
    if (!snapshots) return nothing;
    try {
      const { version } = this.#catalog;
      const key = this.#key();
      const saved = await snapshots.load(key);
      // Where the catalog has changed meanwhile the key is not its key any more: each tool is compared then.
      return saved ? { saved, ...(version === this.#catalog.version && { key }) } : nothing;
    } catch {
      return nothing;
    }
  }

  #key(): string {
    const { categoryDescription } = this.#options;
    const marks = this.#catalog.outline?.tools?.marks ?? marksOf(this.#catalog.entries());
    return searchKey(marks, (category) => categoryDescription?.(category), this.#vectors);
  }

  /** Off the path of a search, and only when the catalog has come to rest. */
  #saveSoon(engine: SearchEngine): void {
    const { snapshots, saveAfterMs = SAVE_AFTER_MS } = this.#options;
    if (!snapshots) return;
    clearTimeout(this.#saving);
    const save = async (): Promise<void> => {
      clearTimeout(this.#saving);
      this.#save = undefined;
      const key = this.#key();
      await snapshots.save(key, engine.save(key)).catch(() => {});
    };
    this.#save = save;
    this.#saving = setTimeout(() => void save(), saveAfterMs);
    // A process that is done does not wait for this. Only Node's timers know how.
    (this.#saving as { unref?: () => void }).unref?.();
  }
}
