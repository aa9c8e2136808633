/** A bounded number of places for what goes on at the same time, of which nobody may take all. */
export class Places {
  readonly #inAll: number;
  readonly #each: number;
  readonly #takenBy = new Map<string, number>();
  #taken = 0;

  constructor(inAll: number, each: number) {
    this.#inAll = inAll;
    this.#each = each;
  }

  get taken(): number {
    return this.#taken;
  }

  /** False where there is none left. What was taken has to be given back once. */
  take(by: string): boolean {
    const own = this.#takenBy.get(by) ?? 0;
    if (this.#taken >= this.#inAll || own >= this.#each) return false;
    this.#takenBy.set(by, own + 1);
    this.#taken += 1;
    return true;
  }

  giveBack(by: string): void {
    const own = this.#takenBy.get(by) ?? 0;
    if (own > 1) this.#takenBy.set(by, own - 1);
    else this.#takenBy.delete(by);
    this.#taken -= 1;
  }
}
