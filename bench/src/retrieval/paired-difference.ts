import { seededRandom } from '../seeded-random.ts';

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2_000;

/** The mean difference between two lists of values for the same requests, with a 95% bootstrap interval. */
export function pairedDifference(values: readonly number[], others: readonly number[]): Interval {
  const differences = values.map((value, i) => value - (others[i] ?? 0));
  const random = seededRandom(17);
  const count = Math.max(1, differences.length);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += differences[Math.floor(random() * count)] ?? 0;
    return sum / count;
  }).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (RESAMPLES - 1))] ?? 0;
  return { mean: differences.reduce((sum, one) => sum + one, 0) / count, low: at(0.025), high: at(0.975) };
}
