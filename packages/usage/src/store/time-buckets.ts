const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Bucket sizes of activity counts in milliseconds. Days are in UTC; a month is 30 days. */
export const BUCKETS = { hour: HOUR, day: DAY, month: 30 * DAY } as const;
export type BucketSize = keyof typeof BUCKETS;

export interface TimeRange {
  /** Milliseconds since 1970. Queries round `since` down to the start of a bucket. */
  readonly since: number;
  readonly until: number;
}

export function bucketStart(at: number, size: BucketSize): number {
  return Math.floor(at / BUCKETS[size]) * BUCKETS[size];
}

/** The smallest bucket size with at most a hundred buckets for a range. */
export function sizeFor({ since, until }: TimeRange): BucketSize {
  const span = until - since;
  if (span <= 2 * BUCKETS.day) return 'hour';
  return span <= 100 * BUCKETS.day ? 'day' : 'month';
}
