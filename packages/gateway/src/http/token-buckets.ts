import { LRUCache } from 'lru-cache';

/** Bounds the memory. A key that was evicted starts with a full bucket again. */
const MAX_BUCKETS = 10_000;
const MINUTE_MS = 60_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket for each key: `perMinute` requests, at once or spread over the minute. */
export class TokenBuckets {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes one token and returns 0, or returns the seconds until one is available. */
  take(key: string): number {
    const bucket = this.#filled(key);
    if (bucket.tokens < 1) return this.#secondsFor(bucket);
    bucket.tokens -= 1;
    return 0;
  }

  /** Returns the seconds until a token is available, without taking one. */
  wait(key: string): number {
    const bucket = this.#buckets.get(key);
    if (!bucket) return 0;
    this.#fill(bucket);
    return bucket.tokens < 1 ? this.#secondsFor(bucket) : 0;
  }

  #filled(key: string): Bucket {
    const known = this.#buckets.get(key);
    if (known) return this.#fill(known);
    const bucket = { tokens: this.#perMinute, at: this.#now() };
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #fill(bucket: Bucket): Bucket {
    const now = this.#now();
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + ((now - bucket.at) * this.#perMinute) / MINUTE_MS);
    bucket.at = now;
    return bucket;
  }

  #secondsFor({ tokens }: Bucket): number {
    return Math.max(1, Math.ceil(((1 - tokens) * MINUTE_MS) / this.#perMinute / 1000));
  }
}
