/** Slots, each once. Kept from query to query: emptying it touches none of its marks, because every round has its own. */
export class SlotSet {
  /** The first `count` are in the set. */
  slots = new Int32Array(256);
  count = 0;
  #marks = new Uint32Array(1_024);
  #round = 0;

  clear(): void {
    this.count = 0;
    this.#round++;
    if (this.#round <= 0xffff_ffff) return;
    this.#marks.fill(0);
    this.#round = 1;
  }

  addAll(slots: ArrayLike<number>): void {
    for (let i = 0; i < slots.length; i++) this.#add(slots[i] as number);
  }

  #add(slot: number): void {
    if (slot >= this.#marks.length) this.#marks = grown(this.#marks, new Uint32Array(slot * 2));
    if (this.#marks[slot] === this.#round) return;
    this.#marks[slot] = this.#round;
    if (this.count === this.slots.length) this.slots = grown(this.slots, new Int32Array(this.count * 2));
    this.slots[this.count++] = slot;
  }
}

function grown<Numbers extends Int32Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
