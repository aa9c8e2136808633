/** Counts how often each key is in use. */
export class RefCounts {
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  keys(): IterableIterator<string> {
    return this.#counts.keys();
  }

  add(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Returns true when this was the last use. */
  release(key: string): boolean {
    const count = this.#counts.get(key);
    if (count === undefined) return false;
    if (count > 1) this.#counts.set(key, count - 1);
    else this.#counts.delete(key);
    return count === 1;
  }

  clear(): void {
    this.#counts.clear();
  }
}
