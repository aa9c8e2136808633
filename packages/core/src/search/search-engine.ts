import type { Tool } from '../catalog/tool.ts';
import { answerOf } from './answer.ts';
import { ModelTier } from './meaning/model-tier.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchEngineOptions, SearchOptions } from './search-types.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { ToolIndex } from './tool-index.ts';
import type { LaterTools } from './tool-slots.ts';

export interface ModelSearchOptions extends SearchOptions {
  /** How long to wait for the model's view of the query; then the other tiers answer. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
}

export interface LoadOptions extends SearchEngineOptions {
  readonly key?: string;
  /** The tools again, each to be made when it is wanted; `tools` is then looked at only where the snapshot does not fit. */
  readonly later?: LaterTools | undefined;
}

/** Finds tools from a plain sentence. Searching is synchronous and never throws; the index is changed in place. */
export class SearchEngine {
  readonly #index: ToolIndex;
  readonly #options: SearchEngineOptions;
  readonly #model: ModelTier | undefined;
  #restored = false;

  constructor(options: SearchEngineOptions = {}) {
    this.#options = options;
    this.#index = new ToolIndex(options.categoryDescription);
    if (options.vectors) this.#index.useTable(options.vectors);
    if (options.embedder) this.#model = new ModelTier(options.embedder, this.#index.slots);
  }

  get size(): number {
    return this.#index.slots.size;
  }

  /** Whether it was loaded with the key that its snapshot was saved under. */
  get restored(): boolean {
    return this.#restored;
  }

  /** Adds a tool, or replaces the one with its id. */
  upsert(tool: Tool): void {
    const slot = this.#index.upsert(tool);
    this.#model?.forget(slot);
  }

  remove(id: string): void {
    const slot = this.#index.slots.slotOf(id);
    this.#index.remove(id);
    if (slot !== undefined) this.#model?.forget(slot);
  }

  search(query: string, options: SearchOptions = {}): SearchAnswer {
    return answerOf({ index: this.#index, model: this.#model, prior: this.#options.prior }, query, options);
  }

  /** Like `search`, with the model's view of the query when it comes in time. Without a model, the same as `search`. */
  async searchWithModel(query: string, options: ModelSearchOptions = {}): Promise<SearchAnswer> {
    await this.#model?.prepareQuery(query, options.patienceMs ?? SEARCH_SETTINGS.patienceMs, options.signal);
    return this.search(query, options);
  }

  /** Has the model look at every tool it has not seen. Off the request path: searches go on meanwhile. */
  async prepareModel(signal?: AbortSignal): Promise<void> {
    await this.#model?.prepareTools(signal);
  }

  /** Switches the static meaning tier on for the tools there are and those to come, a slice at a time. */
  async setVectors(table: VectorTable): Promise<void> {
    await this.#index.useTableInSlices(table);
  }

  /** What was computed, as bytes; `load` takes it together with the tools. `key` names them, such as their catalog's hash. */
  save(key?: string): Uint8Array {
    return writeSnapshot(this.#index, key);
  }

  /**
   * An engine over `tools`. Those that the snapshot knows unchanged are taken from it, the others are indexed. With the
   * key it was saved under, all that it knows are taken as unchanged, which is much quicker.
   */
  static load(snapshot: Uint8Array, tools: Iterable<Tool>, options: LoadOptions = {}): SearchEngine {
    const { vectors, key, later, ...others } = options;
    const engine = new SearchEngine(others);
    engine.#restored = readSnapshot(engine.#index, snapshot, { tools, key, later }, vectors);
    return engine;
  }
}
