import { LRUCache } from 'lru-cache';

export interface FairCacheOptions<V extends object> {
  readonly max: number;
  /** How long an entry is kept that nobody uses. */
  readonly idleMs: number;
  readonly ownerOf: (value: V) => string | undefined;
  /** Called for every entry that is removed. */
  readonly dispose?: ((value: V) => void) | undefined;
  readonly now?: (() => number) | undefined;
}

/**
 * A bounded cache whose entries have owners. When it is full, the owner with the most entries loses its least recently used
 * one, so that an owner with few entries keeps them, however many another one adds.
 */
export class FairCache<V extends object> {
  readonly #entries: LRUCache<string, V>;
  readonly #counts = new Map<string | undefined, number>();
  readonly #ownerOf: (value: V) => string | undefined;
  readonly #max: number;

  constructor({ max, idleMs, ownerOf, dispose, now }: FairCacheOptions<V>) {
    this.#max = max;
    this.#ownerOf = ownerOf;
    this.#entries = new LRUCache({
      // One more, because room is made before an entry is added.
      max: max + 1,
      ttl: idleMs,
      updateAgeOnGet: true,
      ttlAutopurge: true,
      ...(now && { perf: { now }, ttlResolution: 0, ttlAutopurge: false }),
      dispose: (value) => {
        this.#count(value, -1);
        dispose?.(value);
      },
    });
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  peek(key: string): V | undefined {
    return this.#entries.peek(key);
  }

  values(): V[] {
    return [...this.#entries.values()];
  }

  set(key: string, value: V): void {
    if (!this.#entries.has(key) && this.#entries.size >= this.#max) this.#makeRoom();
    this.#entries.set(key, value);
    this.#count(value, 1);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  #makeRoom(): void {
    this.#entries.purgeStale();
    if (this.#entries.size < this.#max) return;
    const [[owner] = []] = [...this.#counts].sort(([, a], [, b]) => b - a);
    for (const key of this.#entries.rkeys()) {
      const value = this.#entries.peek(key);
      if (!value || this.#ownerOf(value) !== owner) continue;
      this.#entries.delete(key);
      return;
    }
  }

  #count(value: V, by: 1 | -1): void {
    const owner = this.#ownerOf(value);
    const count = (this.#counts.get(owner) ?? 0) + by;
    if (count > 0) this.#counts.set(owner, count);
    else this.#counts.delete(owner);
  }
}
