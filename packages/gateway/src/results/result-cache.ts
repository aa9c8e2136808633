import { contentHash } from '@foldout/core/internal';
import { LRUCache } from 'lru-cache';

/** Characters of all stored results together. */
const MAX_CHARS = 32_000_000;

interface Stored<T> {
  readonly answer: T;
  readonly at: number;
}

/** An answer from the cache, and how old it is. */
export interface CachedAnswer<T> {
  readonly answer: T;
  readonly ageMs: number;
}

/** Answers of calls, by everything that may change them. In memory: another process of the gateway has its own. */
export class ResultCache<T extends object> {
  readonly #stored: LRUCache<string, Stored<T>>;
  readonly #now: () => number;

  constructor({
    maxChars = MAX_CHARS,
    now = Date.now,
  }: { readonly maxChars?: number; readonly now?: () => number } = {}) {
    this.#stored = new LRUCache({ maxSize: maxChars });
    this.#now = now;
  }

  /** `parts`: who calls, the definition of the tool, its input. Only their hash is stored. */
  static keyOf(parts: readonly unknown[]): string {
    return contentHash(parts);
  }

  get(key: string, ttlMs: number): CachedAnswer<T> | undefined {
    const stored = this.#stored.get(key);
    const ageMs = stored ? this.#now() - stored.at : 0;
    if (!stored || ageMs >= ttlMs) return undefined;
    return { answer: stored.answer, ageMs };
  }

  set(key: string, answer: T): void {
    this.#stored.set(key, { answer, at: this.#now() }, { size: JSON.stringify(answer).length + 1 });
  }
}
