export interface CacheStats {
  readonly session_cache_size: number;
  readonly frequent_cache_size: number;
  readonly predictive_cache_size: number;
  readonly total_cached: number;
  /** Share of lookups that a cache layer answered; 0 before the first lookup. */
  readonly hit_rate: number;
  /** Estimated bytes. A definition in several layers counts once. */
  readonly memory_usage: number;
  readonly hits: Readonly<Record<CacheLayer, number>>;
  readonly misses: number;
}

export type CacheLayer = 'session' | 'frequent' | 'predictive';

export type CacheHits = Record<CacheLayer, number>;

export function cacheStats(
  { session, frequent, predictive }: Readonly<Record<CacheLayer, readonly object[]>>,
  hits: Readonly<CacheHits>,
  misses: number,
): CacheStats {
  const found = hits.session + hits.frequent + hits.predictive;
  const distinct = new Set([...session, ...frequent, ...predictive]);
  return {
    session_cache_size: session.length,
    frequent_cache_size: frequent.length,
    predictive_cache_size: predictive.length,
    total_cached: session.length + frequent.length + predictive.length,
    hit_rate: found + misses === 0 ? 0 : found / (found + misses),
    memory_usage: [...distinct].reduce((sum, tool) => sum + bytesOf(tool), 0),
    hits: { ...hits },
    misses,
  };
}

/** Metrics are read often, so the size of a definition is computed once. */
const sizes = new WeakMap<object, number>();

/** Two bytes per character of the JSON, doubled for object overhead. */
function bytesOf(tool: object): number {
  const bytes = sizes.get(tool) ?? JSON.stringify(tool).length * 4;
  sizes.set(tool, bytes);
  return bytes;
}
