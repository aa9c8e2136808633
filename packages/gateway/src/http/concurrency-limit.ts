/** A bounded number of concurrent requests, in total and for each principal. */
export class ConcurrencyLimit {
  #total: number;
  #perPrincipal: number;
  readonly #usedBy = new Map<string, number>();
  #used = 0;

  constructor(total = 0, perPrincipal = 0) {
    this.#total = total;
    this.#perPrincipal = perPrincipal;
  }

  /** Applies to new requests. Those in progress count on. */
  resize(total: number, perPrincipal: number): this {
    this.#total = total;
    this.#perPrincipal = perPrincipal;
    return this;
  }

  get used(): number {
    return this.#used;
  }

  /** Returns false when the limit is reached. After true, the caller has to call `release` exactly once. */
  acquire(principal: string): boolean {
    const own = this.#usedBy.get(principal) ?? 0;
    if (this.#used >= this.#total || own >= this.#perPrincipal) return false;
    this.#usedBy.set(principal, own + 1);
    this.#used += 1;
    return true;
  }

  release(principal: string): void {
    const own = this.#usedBy.get(principal) ?? 0;
    if (own > 1) this.#usedBy.set(principal, own - 1);
    else this.#usedBy.delete(principal);
    this.#used -= 1;
  }
}
