import type { Catalog } from '../catalog/catalog.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';
import { SearchEngine } from '../search/search-engine.ts';
import type { SearchAnswer, SearchEngineOptions, SearchOptions } from '../search/search-types.ts';

export interface ToolSearchOptions extends Omit<SearchEngineOptions, 'vectors'> {
  /** Where the static vectors come from; asked once, when the first search is made. */
  readonly loadVectors?: (() => Promise<VectorTable>) | undefined;
}

/**
 * Ranked search over a catalog. Nothing is indexed before the first search, so that starting costs
 * nothing; from then on the index follows the catalog, a change at a time.
 */
export class ToolSearch {
  readonly #catalog: Catalog;
  readonly #options: ToolSearchOptions;
  #engine: Promise<SearchEngine> | undefined;

  constructor(catalog: Catalog, options: ToolSearchOptions = {}) {
    this.#catalog = catalog;
    this.#options = options;
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    this.#engine ??= this.#build();
    const engine = await this.#engine;
    return engine.searchWithModel(query, options);
  }

  async #build(): Promise<SearchEngine> {
    const { loadVectors, ...options } = this.#options;
    // Without its vectors the engine still finds by words; a broken table must not take search down.
    const vectors = await loadVectors?.().catch(() => undefined);
    const engine = new SearchEngine({ ...options, ...(vectors && { vectors }) });
    for (const { tool } of this.#catalog.entries()) engine.upsert(tool);
    this.#catalog.subscribe(({ upserted, removed }) => {
      for (const tool of removed) engine.remove(tool.id);
      for (const tool of upserted) engine.upsert(tool);
    });
    if (options.embedder) void engine.prepareModel().catch(() => {});
    return engine;
  }
}
