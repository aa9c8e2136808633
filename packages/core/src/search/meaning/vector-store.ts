import { BestSlots } from '../best-slots.ts';

/** Below this many vectors, comparing all of them is quicker than choosing which to compare. */
const SKETCHED_FROM = 600;
const SHORTLIST = 320;
const SHORTLIST_SHARE = 0.01;

/**
 * Unit vectors by slot, one byte a number. Large stores are scanned by sketch first (one bit a number, compared by
 * counting bits that differ), and only a shortlist is compared in full.
 */
export class VectorStore {
  readonly dimensions: number;
  readonly #words: number;
  #values = new Int8Array(0);
  #scales = new Float32Array(0);
  #sketches = new Int32Array(0);
  #differences = new Uint16Array(0);
  #capacity = 0;
  #end = 0;
  #size = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#words = Math.ceil(dimensions / 32);
  }

  get size(): number {
    return this.#size;
  }

  has(slot: number): boolean {
    return slot < this.#end && this.#scales[slot] !== 0;
  }

  set(slot: number, vector: ArrayLike<number>): void {
    let largest = 0;
    for (let k = 0; k < this.dimensions; k++) largest = Math.max(largest, Math.abs(vector[k] ?? 0));
    this.remove(slot);
    // A text without one known word has no direction: it stays out, as if it were not there.
    if (largest === 0) return;
    const scale = largest / 127;
    const values = Int8Array.from({ length: this.dimensions }, (_, k) => Math.round((vector[k] ?? 0) / scale));
    this.setQuantized(slot, values, scale);
  }

  setQuantized(slot: number, values: Int8Array, scale: number): void {
    this.remove(slot);
    this.#reserve(slot + 1);
    this.#values.set(values, slot * this.dimensions);
    this.#scales[slot] = scale;
    const start = slot * this.#words;
    this.#sketches.fill(0, start, start + this.#words);
    for (let k = 0; k < this.dimensions; k++) {
      const word = start + (k >> 5);
      if ((values[k] as number) > 0) this.#sketches[word] = (this.#sketches[word] as number) | (1 << (k & 31));
    }
    this.#end = Math.max(this.#end, slot + 1);
    if (scale !== 0) this.#size++;
  }

  remove(slot: number): void {
    if (!this.has(slot)) return;
    this.#scales[slot] = 0;
    this.#size--;
  }

  valuesOf(slot: number): Int8Array {
    return this.#values.subarray(slot * this.dimensions, (slot + 1) * this.dimensions);
  }

  scaleOf(slot: number): number {
    return slot < this.#end ? (this.#scales[slot] as number) : 0;
  }

  /** Cosine with a unit vector; 0 for a slot without one. */
  similarity(slot: number, query: Float32Array): number {
    const scale = this.scaleOf(slot);
    if (scale === 0) return 0;
    const values = this.#values;
    const start = slot * this.dimensions;
    let a = 0;
    let b = 0;
    for (let k = 0; k + 1 < this.dimensions; k += 2) {
      a += (query[k] as number) * (values[start + k] as number);
      b += (query[k + 1] as number) * (values[start + k + 1] as number);
    }
    return (a + b) * scale;
  }

  /** The slots nearest to a unit vector. `exact` compares every one: what the quick way is measured against. */
  nearest(query: Float32Array, limit: number, accepts: (slot: number) => boolean, exact = false): Int32Array {
    const best = new BestSlots(limit);
    const shortlist = exact || this.#size < SKETCHED_FROM ? undefined : this.#shortlist(query, limit, accepts);
    const count = shortlist ? shortlist.length : this.#end;
    for (let i = 0; i < count; i++) {
      const slot = shortlist ? (shortlist[i] as number) : i;
      if (this.#scales[slot] === 0) continue;
      const similarity = this.similarity(slot, query);
      if (similarity > best.bar && (shortlist || accepts(slot))) best.offer(slot, similarity);
    }
    return best.slots();
  }

  /** The accepted slots whose sketches differ least from the query's: as many as are worth comparing in full. */
  #shortlist(query: Float32Array, limit: number, accepts: (slot: number) => boolean): number[] {
    const histogram = this.#compareSketches(this.#sketchOf(query));
    const wanted = Math.max(SHORTLIST, limit, Math.floor(this.#size * SHORTLIST_SHARE));
    const slots: number[] = [];
    let bound = 0;
    let from = 0;
    // A filter may refuse most of the nearest; then the circle widens until enough are accepted.
    while (slots.length < wanted && from <= this.dimensions) {
      for (let sum = 0; bound <= this.dimensions && sum < wanted - slots.length; bound++) sum += histogram[bound] ?? 0;
      for (let slot = 0; slot < this.#end; slot++) {
        const difference = this.#differences[slot] as number;
        if (difference >= from && difference < bound && this.#scales[slot] !== 0 && accepts(slot)) slots.push(slot);
      }
      from = bound;
      if (bound > this.dimensions) break;
    }
    return slots;
  }

  #compareSketches(sketch: Int32Array): Uint32Array {
    const histogram = new Uint32Array(this.dimensions + 1);
    const words = this.#words;
    const sketches = this.#sketches;
    for (let slot = 0; slot < this.#end; slot++) {
      if (this.#scales[slot] === 0) continue;
      let difference = 0;
      const start = slot * words;
      for (let w = 0; w < words; w++) difference += countBits((sketches[start + w] as number) ^ (sketch[w] as number));
      this.#differences[slot] = difference;
      histogram[difference] = (histogram[difference] as number) + 1;
    }
    return histogram;
  }

  #sketchOf(vector: Float32Array): Int32Array {
    const sketch = new Int32Array(this.#words);
    for (let k = 0; k < this.dimensions; k++) {
      if ((vector[k] as number) > 0) sketch[k >> 5] = (sketch[k >> 5] as number) | (1 << (k & 31));
    }
    return sketch;
  }

  #reserve(slots: number): void {
    if (slots <= this.#capacity) return;
    this.#capacity = Math.ceil(slots * 1.4) + 16;
    this.#values = grown(this.#values, new Int8Array(this.#capacity * this.dimensions));
    this.#scales = grown(this.#scales, new Float32Array(this.#capacity));
    this.#sketches = grown(this.#sketches, new Int32Array(this.#capacity * this.#words));
    this.#differences = new Uint16Array(this.#capacity);
  }
}

function grown<T extends Int8Array | Float32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function countBits(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
