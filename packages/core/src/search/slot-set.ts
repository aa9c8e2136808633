/** Slots, each once. Kept from query to query: emptying it touches none of its marks, because every round has its own. */
export class SlotSet {
  readonly slots: number[] = [];
  #marks = new Uint32Array(0);
  #round = 0;

  clear(): void {
    this.slots.length = 0;
    this.#round++;
    if (this.#round <= 0xffff_ffff) return;
    this.#marks.fill(0);
    this.#round = 1;
  }

  addAll(slots: ArrayLike<number>): void {
    for (let i = 0; i < slots.length; i++) this.#add(slots[i] as number);
  }

  #add(slot: number): void {
    if (slot >= this.#marks.length) this.#grow(slot);
    if (this.#marks[slot] === this.#round) return;
    this.#marks[slot] = this.#round;
    this.slots.push(slot);
  }

  #grow(slot: number): void {
    const marks = new Uint32Array(Math.max(1_024, slot * 2));
    marks.set(this.#marks);
    this.#marks = marks;
  }
}
