import { BestSlots } from '../best-slots.ts';
import { dotProduct, wordsPerVector } from './packed-vector.ts';
import { type QueryVector, sketchWords } from './query-vector.ts';
import { type Accepts, SketchScan } from './sketch-scan.ts';
import { emptyPage, PAGE, PAGE_BITS, type VectorPage } from './vector-page.ts';

/** Below this many vectors, comparing all of them is faster than a scan of sketches. */
const SKETCHED_FROM = 200;
/**
 * The shortlist grows by this share of the number of vectors, because Hamming distance approximates the cosine less
 * well in a large store.
 */
const SHORTLIST_SHARE = 0.002;

/** Quantized vectors as columns: for each vector a scale, `dimensions` int8 values and the words of its sketch. */
export interface JoinedVectors {
  readonly scales: Float32Array;
  readonly values: Int8Array;
  readonly sketches: Int32Array;
}

/**
 * Quantized unit vectors by slot, one int8 per dimension. A large store is scanned by binary sketches first (one bit per
 * dimension, compared by Hamming distance); the caller then computes the cosine of the nearest slots only.
 */
export class VectorStore {
  readonly dimensions: number;
  readonly #sketchWords: number;
  readonly #valueWords: number;
  readonly #pages: VectorPage[] = [];
  readonly #scan: SketchScan;
  #size = 0;
  /** One past the highest slot ever used. */
  #end = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#sketchWords = sketchWords(dimensions);
    this.#valueWords = wordsPerVector(dimensions);
    this.#scan = new SketchScan(dimensions, this.#sketchWords);
  }

  get size(): number {
    return this.#size;
  }

  has(slot: number): boolean {
    return this.scaleOf(slot) !== 0;
  }

  set(slot: number, vector: ArrayLike<number>): void {
    let largest = 0;
    for (let k = 0; k < this.dimensions; k++) largest = Math.max(largest, Math.abs(vector[k] ?? 0));
    const scale = largest / 127;
    const values = new Int8Array(this.dimensions);
    // A text without a known word has a zero vector. Its scale is 0, which `setQuantized` does not store.
    if (scale > 0) for (let k = 0; k < values.length; k++) values[k] = Math.round((vector[k] ?? 0) / scale);
    this.setQuantized(slot, values, scale);
  }

  setQuantized(slot: number, values: Int8Array, scale: number): void {
    this.remove(slot);
    if (scale === 0) return;
    while (this.#pages.length <= slot >> PAGE_BITS) this.#pages.push(emptyPage(this.#valueWords, this.#sketchWords));
    const page = this.#pages[slot >> PAGE_BITS] as VectorPage;
    const at = slot & (PAGE - 1);
    page.values.set(values, at * this.#valueWords * 4);
    page.scales[at] = scale;
    const start = at * this.#sketchWords;
    for (let word = 0, k = 0; word < this.#sketchWords; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32 && k < this.dimensions; bit++, k++) if ((values[k] as number) > 0) bits |= 1 << bit;
      page.sketches[start + word] = bits;
    }
    this.#size++;
    if (slot >= this.#end) this.#end = slot + 1;
  }

  /** Fills an empty store from slot 0 on. */
  fill({ scales, values, sketches }: JoinedVectors): void {
    this.#end = scales.length;
    for (let from = 0; from < scales.length; from += PAGE) {
      const page = emptyPage(this.#valueWords, this.#sketchWords);
      const to = Math.min(from + PAGE, scales.length);
      page.scales.set(scales.subarray(from, to));
      page.sketches.set(sketches.subarray(from * this.#sketchWords, to * this.#sketchWords));
      const size = this.#valueWords * 4;
      if (size === this.dimensions) page.values.set(values.subarray(from * size, to * size));
      else for (let at = from; at < to; at++) page.values.set(this.#rowOf(values, at), (at - from) * size);
      this.#pages.push(page);
    }
    for (let slot = 0; slot < scales.length; slot++) if (scales[slot] !== 0) this.#size++;
  }

  /** The vectors of these slots, in this order, for `fill`. */
  joined(slots: readonly number[]): JoinedVectors {
    const scales = new Float32Array(slots.length);
    const values = new Int8Array(slots.length * this.dimensions);
    const sketches = new Int32Array(slots.length * this.#sketchWords);
    slots.forEach((slot, row) => {
      if (!this.has(slot)) return;
      scales[row] = this.scaleOf(slot);
      values.set(this.valuesOf(slot), row * this.dimensions);
      const start = (slot & (PAGE - 1)) * this.#sketchWords;
      const page = this.#pages[slot >> PAGE_BITS] as VectorPage;
      sketches.set(page.sketches.subarray(start, start + this.#sketchWords), row * this.#sketchWords);
    });
    return { scales, values, sketches };
  }

  #rowOf(values: Int8Array, row: number): Int8Array {
    return values.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  remove(slot: number): void {
    const page = this.#pages[slot >> PAGE_BITS];
    const at = slot & (PAGE - 1);
    if (!page || page.scales[at] === 0) return;
    page.scales[at] = 0;
    this.#size--;
  }

  valuesOf(slot: number): Int8Array {
    const at = (slot & (PAGE - 1)) * this.#valueWords * 4;
    return this.#pages[slot >> PAGE_BITS]?.values.subarray(at, at + this.dimensions) ?? new Int8Array(this.dimensions);
  }

  scaleOf(slot: number): number {
    return this.#pages[slot >> PAGE_BITS]?.scales[slot & (PAGE - 1)] ?? 0;
  }

  /** Cosine similarity to a query; 0 for a slot without a vector. */
  similarity(slot: number, query: QueryVector): number {
    const page = this.#pages[slot >> PAGE_BITS];
    if (!page) return 0;
    const at = slot & (PAGE - 1);
    const scale = page.scales[at] as number;
    return scale === 0 ? 0 : scale * dotProduct(query.numbers, page.words, at * this.#valueWords);
  }

  /** `similarity` for the first `count` slots. */
  similarities(slots: Int32Array, count: number, query: QueryVector, values: Float64Array): void {
    const pages = this.#pages;
    const { numbers } = query;
    const size = this.#valueWords;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const page = pages[slot >> PAGE_BITS];
      const at = slot & (PAGE - 1);
      values[i] = page ? (page.scales[at] as number) * dotProduct(numbers, page.words, at * size) : 0;
    }
  }

  /**
   * At least `limit` slots (if there are as many) that almost certainly include the nearest ones. `exact` compares every
   * vector instead, as the reference for tests and benchmarks. The result is valid until the next call.
   */
  nearest(query: QueryVector, limit: number, accepts?: Accepts, exact = false): Int32Array {
    if (!exact && this.#size >= SKETCHED_FROM) {
      const wanted = limit + Math.floor(this.#size * SHORTLIST_SHARE);
      return this.#scan.nearest(this.#pages, this.#end, query.sketch, wanted, accepts);
    }
    const best = new BestSlots(limit);
    for (let slot = 0; slot < this.#end; slot++) {
      if (this.scaleOf(slot) === 0) continue;
      const similarity = this.similarity(slot, query);
      if (similarity > best.bar && (!accepts || accepts(slot))) best.offer(slot, similarity);
    }
    return best.slots();
  }
}
