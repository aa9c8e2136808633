/** Keeps the `limit` slots with the highest scores: a bounded min-heap. */
export class BestSlots {
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#slots = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  clear(): void {
    this.#size = 0;
  }

  /** A score must exceed this to enter the heap. */
  get bar(): number {
    return this.#size < this.#limit ? Number.NEGATIVE_INFINITY : (this.#scores[0] as number);
  }

  offer(slot: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#place(this.#size++, slot, score);
      return;
    }
    if (score > (this.#scores[0] as number)) this.#sink(slot, score);
  }

  /** The slots in the heap, unsorted. */
  slots(): Int32Array {
    return this.#slots.subarray(0, this.#size);
  }

  #place(start: number, slot: number, score: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#scores[parent] as number) <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }

  #sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (this.#scores[child + 1] as number) < (this.#scores[child] as number)) child++;
      if ((this.#scores[child] as number) >= score) break;
      this.#move(child, at);
      at = child;
    }
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }

  #move(from: number, to: number): void {
    this.#slots[to] = this.#slots[from] as number;
    this.#scores[to] = this.#scores[from] as number;
  }
}
