/** Upper bounds of the latency histogram in milliseconds; the last bin has no bound. */
const LATENCY_BOUNDS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
  30_000,
] as const;
export const BIN_COUNT = LATENCY_BOUNDS.length + 1;

export function binOf(latencyMs: number): number {
  const bin = LATENCY_BOUNDS.findIndex((bound) => latencyMs < bound);
  return bin === -1 ? LATENCY_BOUNDS.length : bin;
}

/**
 * The `q` quantile of a latency histogram, by linear interpolation within its bin. The error is at most the width of a
 * bin.
 */
export function percentile(bins: readonly number[], q: number): number {
  const total = bins.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  const wanted = total * q;
  let seen = 0;
  for (const [bin, count] of bins.entries()) {
    if (count > 0 && seen + count >= wanted) {
      const low = LATENCY_BOUNDS[bin - 1] ?? 0;
      const high = LATENCY_BOUNDS[bin] ?? low;
      return low + (high - low) * Math.max(0, (wanted - seen) / count);
    }
    seen += count;
  }
  return LATENCY_BOUNDS[LATENCY_BOUNDS.length - 1] ?? 0;
}
