const FIRST_CAPACITY = 2;

/** The tools that hold one term, and how strongly it speaks for each. Order carries no meaning, so removal is a swap. */
export class PostingList {
  slots: Int32Array;
  weights: Float32Array;
  length = 0;

  constructor(capacity = FIRST_CAPACITY) {
    this.slots = new Int32Array(capacity);
    this.weights = new Float32Array(capacity);
  }

  /** A list over postings that there are already. */
  static over(slots: Int32Array, weights: Float32Array): PostingList {
    const list = new PostingList(0);
    list.slots = slots;
    list.weights = weights;
    list.length = slots.length;
    return list;
  }

  add(slot: number, weight: number): void {
    if (this.length === this.slots.length) this.reserve(Math.ceil(this.slots.length * 1.6) + 1);
    this.slots[this.length] = slot;
    this.weights[this.length] = weight;
    this.length++;
  }

  remove(slot: number): void {
    const at = this.slots.subarray(0, this.length).indexOf(slot);
    if (at === -1) return;
    this.length--;
    this.slots[at] = this.slots[this.length] ?? 0;
    this.weights[at] = this.weights[this.length] ?? 0;
  }

  reserve(capacity: number): void {
    if (capacity <= this.slots.length) return;
    const slots = new Int32Array(capacity);
    slots.set(this.slots);
    const weights = new Float32Array(capacity);
    weights.set(this.weights);
    this.slots = slots;
    this.weights = weights;
  }
}
