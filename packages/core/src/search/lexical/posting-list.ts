/** The posting list of one term: the tools that contain it, with its weight in each. Unordered, so removal is a swap. */
export class PostingList {
  slots: Int32Array = new Int32Array(2);
  weights: Float32Array = new Float32Array(2);
  length = 0;

  /** A list that uses existing arrays without copying them. */
  static over(slots: Int32Array, weights: Float32Array): PostingList {
    const list = new PostingList();
    list.slots = slots;
    list.weights = weights;
    list.length = slots.length;
    return list;
  }

  add(slot: number, weight: number): void {
    if (this.length === this.slots.length) this.#grow();
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

  #grow(): void {
    const capacity = Math.ceil(this.slots.length * 1.6) + 1;
    const slots = new Int32Array(capacity);
    slots.set(this.slots);
    const weights = new Float32Array(capacity);
    weights.set(this.weights);
    this.slots = slots;
    this.weights = weights;
  }
}
