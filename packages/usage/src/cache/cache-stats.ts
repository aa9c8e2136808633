import type { Tool } from '@foldout/core';

export interface CacheStats {
  readonly session_cache_size: number;
  readonly frequent_cache_size: number;
  readonly predictive_cache_size: number;
  readonly total_cached: number;
  /** Lookups that a cache answered, of all lookups; 0 before the first. */
  readonly hit_rate: number;
  /** Bytes, estimated; a definition that several layers hold is held once. */
  readonly memory_usage: number;
  readonly hits: Readonly<Record<CacheLayer, number>>;
  readonly misses: number;
}

export type CacheLayer = 'session' | 'frequent' | 'predictive';

/** Counts hits and misses, and what the definitions weigh. */
export class CacheCounters {
  readonly #hits: Record<CacheLayer, number> = { session: 0, frequent: 0, predictive: 0 };
  #misses = 0;
  readonly #weights = new WeakMap<Tool, number>();

  hit(layer: CacheLayer): void {
    this.#hits[layer] += 1;
  }

  miss(): void {
    this.#misses += 1;
  }

  stats(layers: Readonly<Record<CacheLayer, readonly Tool[]>>): CacheStats {
    const { session, frequent, predictive } = layers;
    const hits = this.#hits.session + this.#hits.frequent + this.#hits.predictive;
    const held = new Set([...session, ...frequent, ...predictive]);
    return {
      session_cache_size: session.length,
      frequent_cache_size: frequent.length,
      predictive_cache_size: predictive.length,
      total_cached: session.length + frequent.length + predictive.length,
      hit_rate: hits + this.#misses === 0 ? 0 : hits / (hits + this.#misses),
      memory_usage: [...held].reduce((sum, tool) => sum + this.#weigh(tool), 0),
      hits: { ...this.#hits },
      misses: this.#misses,
    };
  }

  /** Two bytes for a character, and as much again for the objects around them. */
  #weigh(tool: Tool): number {
    const weight = this.#weights.get(tool) ?? JSON.stringify(tool).length * 4;
    this.#weights.set(tool, weight);
    return weight;
  }
}
