import { LRUCache } from 'lru-cache';
import type { ToolSlots } from '../tool-slots.ts';
import type { Embedder } from './embedder.ts';
import { modelText } from './meaning-text.ts';
import { type QueryVector, queryVector } from './query-vector.ts';
import { VectorStore } from './vector-store.ts';
import { normalize } from './vector-table.ts';

const CACHED_QUERIES = 500;
const BATCH = 16;
const LONGEST_QUERY = 1_500;

/** Vectors of the optional sentence model: those of all tools, computed in the background, and those of recent queries. */
export class ModelTier {
  readonly #embedder: Embedder;
  readonly #slots: ToolSlots;
  readonly #queries = new LRUCache<string, QueryVector>({ max: CACHED_QUERIES });
  #store: VectorStore | undefined;

  constructor(embedder: Embedder, slots: ToolSlots) {
    this.#embedder = embedder;
    this.#slots = slots;
  }

  /** Undefined until every tool is embedded: otherwise tools without a vector would rank last. */
  get vectors(): VectorStore | undefined {
    return this.#store && this.#store.size >= this.#slots.size ? this.#store : undefined;
  }

  queryVector(query: string): QueryVector | undefined {
    return this.#queries.get(query);
  }

  forget(slot: number): void {
    this.#store?.remove(slot);
  }

  /** Never rejects: when the model fails or is late, the search runs without it. */
  async prepareQuery(query: string, patienceMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.vectors || this.#queries.has(query)) return;
    const work = this.#embedder.embed([query.slice(0, LONGEST_QUERY)], signal).then(([vector]) => {
      if (vector) this.#queries.set(query, queryVector(normalize(Float32Array.from(vector))));
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    try {
      await Promise.race([work.catch(() => undefined), timeout]);
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
        // The tool may have changed while the model was embedding it.
        if (!vector || this.#slots.toolAt(slot) !== tool) return;
        this.#store ??= new VectorStore(vector.length);
        this.#store.set(slot, normalize(Float32Array.from(vector)));
      });
    }
  }
}
