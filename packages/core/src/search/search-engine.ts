import { allSteps, stepsInSlices } from '../catalog/slices.ts';
import type { Tool } from '../catalog/tool.ts';
import { answerQuery } from './answer.ts';
import { requestText } from './languages/request-text.ts';
import { ModelTier } from './meaning/model-tier.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchEngineOptions, SearchOptions } from './search-types.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { ToolIndex } from './tool-index.ts';
import type { LaterTools } from './tool-slots.ts';

export interface ModelSearchOptions extends SearchOptions {
  /** How long to wait for the model to embed the query. After that, the search runs without the model. */
  readonly patienceMs?: number;
  readonly signal?: AbortSignal;
}

export interface LoadOptions extends SearchEngineOptions {
  readonly key?: string;
  /** The same tools, built on demand. With `later`, `tools` is iterated only when the snapshot does not match. */
  readonly later?: LaterTools | undefined;
}

/** Finds tools from a plain sentence. Searching is synchronous and never throws; the index is changed in place. */
export class SearchEngine {
  readonly #index: ToolIndex;
  readonly #options: SearchEngineOptions;
  readonly #model: ModelTier | undefined;
  #restored = false;
  #changes = 0;

  constructor(options: SearchEngineOptions = {}) {
    this.#options = options;
    this.#index = new ToolIndex(options.categoryDescription, options.extraWords);
    if (options.vectors) this.#index.useTable(options.vectors);
    if (options.embedder) this.#model = new ModelTier(options.embedder, this.#index.slots);
  }

  get size(): number {
    return this.#index.slots.size;
  }

  /** Whether `load` was called with the key that the snapshot was saved under. */
  get restored(): boolean {
    return this.#restored;
  }

  /** Adds a tool, or replaces the tool with the same id. */
  upsert(tool: Tool): void {
    this.#changes += 1;
    const slot = this.#index.upsert(tool);
    this.#model?.forget(slot);
  }

  remove(id: string): void {
    this.#changes += 1;
    const slot = this.#index.slots.slotOf(id);
    this.#index.remove(id);
    if (slot !== undefined) this.#model?.forget(slot);
  }

  search(query: string, options: SearchOptions = {}): SearchAnswer {
    return answerQuery({ index: this.#index, model: this.#model, prior: this.#options.prior }, query, options);
  }

  /** Like `search`, with the model's vector of the query if the model answers in time. Without a model, the same as `search`. */
  async searchWithModel(query: string, options: ModelSearchOptions = {}): Promise<SearchAnswer> {
    const { text } = requestText(query, this.#index.knows);
    await this.#model?.prepareQuery(text, options.patienceMs ?? SEARCH_SETTINGS.patienceMs, options.signal);
    return this.search(query, options);
  }

  /** Embeds every tool that the model has not embedded yet. Searches continue meanwhile. */
  async prepareModel(signal?: AbortSignal): Promise<void> {
    await this.#model?.prepareTools(signal);
  }

  /** Turns on the meaning tier: embeds the current tools in slices, and every later tool when it is added. */
  async setVectors(table: VectorTable): Promise<void> {
    await this.#index.useTableInSlices(table);
  }

  /** The index as bytes, for `load`. `key` identifies the set of tools, for example by the hash of the catalog. */
  save(key?: string): Uint8Array {
    return allSteps(writeSnapshot(this.#index, key));
  }

  /** The same in slices. Undefined if a tool was added or removed meanwhile. */
  async saveInSlices(key?: string): Promise<Uint8Array | undefined> {
    const changes = this.#changes;
    return stepsInSlices(writeSnapshot(this.#index, key), () => this.#changes === changes);
  }

  /**
   * An engine over `tools`. Tools that are unchanged since the snapshot are restored from it; the others are indexed
   * again. If `key` equals the key of the snapshot, no tool is checked for changes, which is much quicker.
   */
  static load(snapshot: Uint8Array, tools: Iterable<Tool>, options: LoadOptions = {}): SearchEngine {
    const { vectors, key, later, ...others } = options;
    const engine = new SearchEngine(others);
    engine.#restored = allSteps(readSnapshot(engine.#index, snapshot, { tools, key, later }, vectors));
    return engine;
  }

  /**
   * The same in slices, so that thousands of new tools do not block the event loop. Until `loaded`, the engine finds what it has;
   * nothing may be added or removed.
   */
  static begin(
    snapshot: Uint8Array,
    tools: Iterable<Tool>,
    options: LoadOptions,
  ): { readonly engine: SearchEngine; readonly loaded: Promise<void> } {
    const { vectors, key, later, ...others } = options;
    const engine = new SearchEngine(others);
    const steps = stepsInSlices(readSnapshot(engine.#index, snapshot, { tools, key, later }, vectors));
    const loaded = steps.then((restored) => {
      engine.#restored = restored;
    });
    return { engine, loaded };
  }
}
