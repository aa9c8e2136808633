import { BestSlots } from '../best-slots.ts';

/** Below this many vectors, comparing all of them is quicker than choosing which to compare. */
const SKETCHED_FROM = 200;
/** In a large store more of them are looked at: the nearest by sketch are less surely the nearest. */
const SHORTLIST_SHARE = 0.002;
/** A query's numbers are made whole before they are multiplied: whole numbers are quicker, and this keeps three digits. */
const QUERY_SCALE = 2_000;

/** A unit vector, prepared for comparing. */
export interface QueryVector {
  readonly numbers: Int32Array;
  readonly sketch: Int32Array;
}

export function queryVector(unit: Float32Array): QueryVector {
  const numbers = new Int32Array(Math.ceil(unit.length / 4) * 4);
  const sketch = new Int32Array(sketchWords(unit.length));
  for (let k = 0; k < unit.length; k++) {
    const value = unit[k] as number;
    numbers[k] = Math.round(value * QUERY_SCALE);
    if (value > 0) sketch[k >> 5] = (sketch[k >> 5] as number) | (1 << (k & 31));
  }
  return { numbers, sketch };
}

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
    this.#words = sketchWords(dimensions);
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
    if (slot >= this.#capacity) this.reserve(Math.ceil((slot + 1) * 1.4) + 16);
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

  /** Cosine with a query; 0 for a slot without a vector. */
  similarity(slot: number, query: QueryVector): number {
    const scale = this.scaleOf(slot);
    if (scale === 0) return 0;
    const values = this.#values;
    const numbers = query.numbers;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0, at = slot * this.dimensions; k < numbers.length; k += 4, at += 4) {
      a = (a + Math.imul(numbers[k] as number, values[at] as number)) | 0;
      b = (b + Math.imul(numbers[k + 1] as number, values[at + 1] as number)) | 0;
      c = (c + Math.imul(numbers[k + 2] as number, values[at + 2] as number)) | 0;
      d = (d + Math.imul(numbers[k + 3] as number, values[at + 3] as number)) | 0;
    }
    return ((a + b + c + d) * scale) / QUERY_SCALE;
  }

  /**
   * At least `limit` slots (where there are as many), the nearest to a query among them with near certainty.
   * `exact` compares every vector in full: what the quick way is measured against.
   */
  nearest(query: QueryVector, limit: number, accepts: (slot: number) => boolean, exact = false): ArrayLike<number> {
    if (!exact && this.#size >= SKETCHED_FROM) return this.#nearestBySketch(query, limit, accepts);
    const best = new BestSlots(limit);
    for (let slot = 0; slot < this.#end; slot++) {
      if (this.#scales[slot] === 0) continue;
      const similarity = this.similarity(slot, query);
      if (similarity > best.bar && accepts(slot)) best.offer(slot, similarity);
    }
    return best.slots();
  }

  #nearestBySketch(query: QueryVector, limit: number, accepts: (slot: number) => boolean): number[] {
    const histogram = this.#compareSketches(query.sketch);
    const wanted = Math.max(limit, Math.floor(this.#size * SHORTLIST_SHARE));
    const slots: number[] = [];
    let from = 0;
    let bound = 0;
    // A filter may refuse most of the nearest; then the circle widens until enough are accepted.
    while (slots.length < wanted && bound <= this.dimensions) {
      for (let sum = slots.length; bound <= this.dimensions && sum < wanted; bound++) sum += histogram[bound] as number;
      for (let slot = 0; slot < this.#end; slot++) {
        const difference = this.#differences[slot] as number;
        if (difference < bound && difference >= from && this.#scales[slot] !== 0 && accepts(slot)) slots.push(slot);
      }
      from = bound;
    }
    return slots;
  }

  #compareSketches(sketch: Int32Array): Uint32Array {
    const histogram = new Uint32Array(this.dimensions + 1);
    const words = this.#words;
    const sketches = this.#sketches;
    const differences = this.#differences;
    const scales = this.#scales;
    for (let slot = 0, at = 0; slot < this.#end; slot++) {
      let difference = 0;
      for (let w = 0; w < words; w += 2, at += 2) {
        difference += countBits((sketches[at] as number) ^ (sketch[w] as number));
        difference += countBits((sketches[at + 1] as number) ^ (sketch[w + 1] as number));
      }
      if (scales[slot] === 0) continue;
      differences[slot] = difference;
      histogram[difference] = (histogram[difference] as number) + 1;
    }
    return histogram;
  }

  reserve(slots: number): void {
    if (slots <= this.#capacity) return;
    this.#capacity = slots;
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

/** An even number of them: they are compared two at a time. */
function sketchWords(dimensions: number): number {
  return Math.ceil(dimensions / 64) * 2;
}

function countBits(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
