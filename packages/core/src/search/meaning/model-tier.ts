import { LRUCache } from 'lru-cache';
import type { ToolSlots } from '../tool-slots.ts';
import type { Embedder } from './embedder.ts';
import { modelText } from './meaning-text.ts';
import { type QueryVector, queryVector } from './query-vector.ts';
import { VectorStore } from './vector-store.ts';
import { normalize } from './vector-table.ts';

const KEPT_QUERIES = 500;
const BATCH = 16;
const LONGEST_QUERY = 1_500;

/** The optional model's view: vectors of tools made off the request path, vectors of recent queries. */
export class ModelTier {
  readonly #embedder: Embedder;
  readonly #slots: ToolSlots;
  readonly #queries = new LRUCache<string, QueryVector>({ max: KEPT_QUERIES });
  #store: VectorStore | undefined;

  constructor(embedder: Embedder, slots: ToolSlots) {
    this.#embedder = embedder;
    this.#slots = slots;
  }

  /** Only once every tool has been seen: half a catalog would rank the other half last. */
  get vectors(): VectorStore | undefined {
    return this.#store && this.#store.size >= this.#slots.size ? this.#store : undefined;
  }

  queryVector(query: string): QueryVector | undefined {
    return this.#queries.get(query);
  }

  forget(slot: number): void {
    this.#store?.remove(slot);
  }

  /** A model that fails or is late is a model that is not there: the other tiers answer. */
  async prepareQuery(query: string, patienceMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.vectors || this.#queries.has(query)) return;
    const work = this.#embedder.embed([query.slice(0, LONGEST_QUERY)], signal).then(([vector]) => {
      if (vector) this.#queries.set(query, queryVector(normalize(Float32Array.from(vector))));
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    try {
      await Promise.race([work.catch(() => undefined), patience]);
    } finally {
      clearTimeout(timer);
    }
  }

  async prepareTools(signal?: AbortSignal): Promise<void> {
    const missing = [...this.#slots.entries()].filter(([slot]) => !this.#store?.has(slot));
    for (let at = 0; at < missing.length; at += BATCH) {
      signal?.throwIfAborted();
      const batch = missing.slice(at, at + BATCH);
      const vectors = await this.#embedder.embed(
        batch.map(([, tool]) => modelText(tool)),
        signal,
      );
      batch.forEach(([slot, tool], i) => {
        const vector = vectors[i];
        // The tool may have changed while the model was looking at it.
        if (!vector || this.#slots.toolAt(slot) !== tool) return;
        this.#store ??= new VectorStore(vector.length);
        this.#store.set(slot, normalize(Float32Array.from(vector)));
      });
    }
  }
}
