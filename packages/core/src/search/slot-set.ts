/**
 * A set of slots in insertion order, reused by every query. `clear` takes constant time: a slot is in the set when its
 * generation equals the current one.
 */
export class SlotSet {
  /** The first `count` entries are in the set. */
  slots = new Int32Array(256);
  count = 0;
  #generations = new Uint32Array(1_024);
  #generation = 0;

  clear(): void {
    this.count = 0;
    this.#generation++;
    if (this.#generation <= 0xffff_ffff) return;
    this.#generations.fill(0);
    this.#generation = 1;
  }

  addAll(slots: ArrayLike<number>): void {
    for (let i = 0; i < slots.length; i++) this.#add(slots[i] as number);
  }

  #add(slot: number): void {
    if (slot >= this.#generations.length) this.#generations = grown(this.#generations, new Uint32Array(slot * 2));
    if (this.#generations[slot] === this.#generation) return;
    this.#generations[slot] = this.#generation;
    if (this.count === this.slots.length) this.slots = grown(this.slots, new Int32Array(this.count * 2));
    this.slots[this.count++] = slot;
  }
}

function grown<Numbers extends Int32Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
