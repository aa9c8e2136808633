import { BestSlots } from '../best-slots.ts';
import { COUNTED_TOGETHER, countBits } from './count-bits.ts';
import { dotProduct, foursOf } from './packed-vector.ts';
import { type QueryVector, sketchWords } from './query-vector.ts';

/** Below this many vectors, comparing all of them is quicker than choosing which to compare. */
const SKETCHED_FROM = 200;
/** In a large store this many more are looked at: the nearest by sketch are less surely the nearest. */
const SHORTLIST_SHARE = 0.002;

/** Slots a page. A store grows by a page at a time, so that no single addition pays for copying all the others. */
const PAGE = 2_048;
const PAGE_BITS = 11;

/** Which slots may be found; absent, all. */
export type Accepts = (slot: number) => boolean;

/** Vectors one after the other: a scale, as many bytes as there are dimensions, and the words of a sketch for each. */
export interface JoinedVectors {
  readonly scales: Float32Array;
  readonly values: Int8Array;
  readonly sketches: Int32Array;
}

interface Page {
  readonly values: Int8Array;
  /** The same bytes, four at a time. */
  readonly fours: Int32Array;
  /** 0 where a slot holds nothing. */
  readonly scales: Float32Array;
  readonly sketches: Int32Array;
  /** Scratch: how many bits of each sketch differ from the query's. */
  readonly differences: Uint16Array;
}

/**
 * Unit vectors by slot, one byte a number. Large stores are scanned by sketch first (one bit a number, compared by
 * counting bits that differ), and only the nearest are compared in full.
 */
export class VectorStore {
  readonly dimensions: number;
  readonly #words: number;
  /** Groups of four numbers in a vector; the last ones may be filled up with zeros. */
  readonly #fours: number;
  readonly #pages: Page[] = [];
  /** Scratch: how many sketches differ from the query's in how many bits. */
  readonly #histogram: Uint32Array;
  /** Scratch: the nearest by sketch. */
  #shortlist: Int32Array = new Int32Array(256);
  /** Scratch: the bits that differ beyond those that are counted together. */
  readonly #further: Uint16Array;
  #size = 0;
  /** One past the highest slot that was ever used: what lies beyond in the last page is not looked at. */
  #end = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#words = sketchWords(dimensions);
    this.#fours = foursOf(dimensions);
    this.#histogram = new Uint32Array(dimensions + 1);
    this.#further = new Uint16Array(this.#words > COUNTED_TOGETHER ? PAGE : 0);
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
    // A text without one known word has no direction: its scale is 0, and it stays out as if it were not there.
    if (scale > 0) for (let k = 0; k < values.length; k++) values[k] = Math.round((vector[k] ?? 0) / scale);
    this.setQuantized(slot, values, scale);
  }

  setQuantized(slot: number, values: Int8Array, scale: number): void {
    this.remove(slot);
    if (scale === 0) return;
    while (this.#pages.length <= slot >> PAGE_BITS) this.#pages.push(emptyPage(this.#fours, this.#words));
    const page = this.#pages[slot >> PAGE_BITS] as Page;
    const at = slot & (PAGE - 1);
    page.values.set(values, at * this.#fours * 4);
    page.scales[at] = scale;
    const start = at * this.#words;
    for (let word = 0, k = 0; word < this.#words; word++) {
      let bits = 0;
      for (let bit = 0; bit < 32 && k < this.dimensions; bit++, k++) if ((values[k] as number) > 0) bits |= 1 << bit;
      page.sketches[start + word] = bits;
    }
    this.#size++;
    if (slot >= this.#end) this.#end = slot + 1;
  }

  /** Vectors one after the other, with their sketches. Only for an empty store, which they fill from the first slot on. */
  fill({ scales, values, sketches }: JoinedVectors): void {
    this.#end = scales.length;
    for (let from = 0; from < scales.length; from += PAGE) {
      const page = emptyPage(this.#fours, this.#words);
      const to = Math.min(from + PAGE, scales.length);
      page.scales.set(scales.subarray(from, to));
      page.sketches.set(sketches.subarray(from * this.#words, to * this.#words));
      const size = this.#fours * 4;
      if (size === this.dimensions) page.values.set(values.subarray(from * size, to * size));
      else for (let at = from; at < to; at++) page.values.set(this.#rowOf(values, at), (at - from) * size);
      this.#pages.push(page);
    }
    for (let slot = 0; slot < scales.length; slot++) if (scales[slot] !== 0) this.#size++;
  }

  /** What `fill` takes, for these slots in this order. */
  joined(slots: readonly number[]): JoinedVectors {
    const scales = new Float32Array(slots.length);
    const values = new Int8Array(slots.length * this.dimensions);
    const sketches = new Int32Array(slots.length * this.#words);
    slots.forEach((slot, row) => {
      if (!this.has(slot)) return;
      scales[row] = this.scaleOf(slot);
      values.set(this.valuesOf(slot), row * this.dimensions);
      const start = (slot & (PAGE - 1)) * this.#words;
      const page = this.#pages[slot >> PAGE_BITS] as Page;
      sketches.set(page.sketches.subarray(start, start + this.#words), row * this.#words);
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
    const at = (slot & (PAGE - 1)) * this.#fours * 4;
    return this.#pages[slot >> PAGE_BITS]?.values.subarray(at, at + this.dimensions) ?? new Int8Array(this.dimensions);
  }

  scaleOf(slot: number): number {
    return this.#pages[slot >> PAGE_BITS]?.scales[slot & (PAGE - 1)] ?? 0;
  }

  /** Cosine with a query; 0 for a slot without a vector. */
  similarity(slot: number, query: QueryVector): number {
    const page = this.#pages[slot >> PAGE_BITS];
    if (!page) return 0;
    const at = slot & (PAGE - 1);
    const scale = page.scales[at] as number;
    return scale === 0 ? 0 : scale * dotProduct(query.numbers, page.fours, at * this.#fours);
  }

  /** `similarity` for the first `count` slots. */
  similarities(slots: Int32Array, count: number, query: QueryVector, values: Float64Array): void {
    const pages = this.#pages;
    const { numbers } = query;
    const size = this.#fours;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] as number;
      const page = pages[slot >> PAGE_BITS];
      const at = slot & (PAGE - 1);
      values[i] = page ? (page.scales[at] as number) * dotProduct(numbers, page.fours, at * size) : 0;
    }
  }

  /**
   * At least `limit` slots (where there are as many), the nearest to a query among them with near certainty.
   * `exact` compares every vector in full: what the quick way is measured against. What is returned lasts until the next call.
   */
  nearest(query: QueryVector, limit: number, accepts?: Accepts, exact = false): Int32Array {
    if (!exact && this.#size >= SKETCHED_FROM) return this.#nearestBySketch(query, limit, accepts);
    const best = new BestSlots(limit);
    for (let slot = 0; slot < this.#end; slot++) {
      if (this.scaleOf(slot) === 0) continue;
      const similarity = this.similarity(slot, query);
      if (similarity > best.bar && (!accepts || accepts(slot))) best.offer(slot, similarity);
    }
    return best.slots();
  }

  #usedIn(page: number): number {
    return Math.min(PAGE, this.#end - page * PAGE);
  }

  #nearestBySketch(query: QueryVector, limit: number, accepts?: Accepts): Int32Array {
    const histogram = this.#compareSketches(query.sketch);
    const wanted = limit + Math.floor(this.#size * SHORTLIST_SHARE);
    let count = 0;
    let from = 0;
    let bound = 0;
    // A filter may refuse most of the nearest; then the circle widens until enough are accepted.
    while (count < wanted && bound <= this.dimensions) {
      let sum = count;
      for (; bound <= this.dimensions && sum < wanted; bound++) sum += histogram[bound] as number;
      if (sum > this.#shortlist.length) this.#shortlist = withRoomFor(sum, this.#shortlist);
      for (let number = 0; number < this.#pages.length; number++) {
        count = this.#collect(number, from, bound, accepts, count);
      }
      from = bound;
    }
    return this.#shortlist.subarray(0, count);
  }

  #compareSketches(sketch: Int32Array): Uint32Array {
    const histogram = this.#histogram.fill(0);
    for (let number = 0; number < this.#pages.length; number++) {
      const page = this.#pages[number] as Page;
      const used = this.#usedIn(number);
      compareSketches(page.sketches, used, sketch, 0, page.differences);
      for (let word = COUNTED_TOGETHER; word < this.#words; word += COUNTED_TOGETHER) {
        compareSketches(page.sketches, used, sketch, word, this.#further);
        addTo(page.differences, this.#further, used);
      }
      countEach(page.differences, used, histogram);
    }
    return histogram;
  }

  /** Adds the slots of a page whose sketches differ in at least `from` and less than `bound` bits; returns how many there are then. */
  #collect(number: number, from: number, bound: number, accepts: Accepts | undefined, already: number): number {
    const { differences, scales } = this.#pages[number] as Page;
    const shortlist = this.#shortlist;
    const used = this.#usedIn(number);
    let count = already;
    for (let at = 0; at < used; at++) {
      const difference = differences[at] as number;
      if (difference >= bound || difference < from || scales[at] === 0) continue;
      const slot = (number << PAGE_BITS) | at;
      if (!accepts || accepts(slot)) shortlist[count++] = slot;
    }
    return count;
  }
}

function withRoomFor(count: number, list: Int32Array): Int32Array {
  const longer = new Int32Array(count * 2);
  longer.set(list);
  return longer;
}

function emptyPage(fours: number, words: number): Page {
  const values = new Int8Array(PAGE * fours * 4);
  return {
    values,
    fours: new Int32Array(values.buffer),
    scales: new Float32Array(PAGE),
    sketches: new Int32Array(PAGE * words),
    differences: new Uint16Array(PAGE),
  };
}

/**
 * Eight words of every sketch in a page: notes for each slot how many bits differ. The query's words are read once, not
 * once a slot, and nothing else is done in this loop: it would double its time. Slots that hold nothing are rare; who
 * collects leaves them out.
 */
function compareSketches(
  sketches: Int32Array,
  used: number,
  sketch: Int32Array,
  word: number,
  differences: Uint16Array,
): void {
  const a = sketch[word] as number;
  const b = sketch[word + 1] as number;
  const c = sketch[word + 2] as number;
  const d = sketch[word + 3] as number;
  const e = sketch[word + 4] as number;
  const f = sketch[word + 5] as number;
  const g = sketch[word + 6] as number;
  const h = sketch[word + 7] as number;
  const length = sketch.length;
  for (let slot = 0, at = word; slot < used; slot++, at += length) {
    differences[slot] = countBits(
      (sketches[at] as number) ^ a,
      (sketches[at + 1] as number) ^ b,
      (sketches[at + 2] as number) ^ c,
      (sketches[at + 3] as number) ^ d,
      (sketches[at + 4] as number) ^ e,
      (sketches[at + 5] as number) ^ f,
      (sketches[at + 6] as number) ^ g,
      (sketches[at + 7] as number) ^ h,
    );
  }
}

function addTo(differences: Uint16Array, further: Uint16Array, used: number): void {
  for (let slot = 0; slot < used; slot++) {
    differences[slot] = (differences[slot] as number) + (further[slot] as number);
  }
}

/** How many slots differ in how many bits. */
function countEach(differences: Uint16Array, used: number, histogram: Uint32Array): void {
  for (let slot = 0; slot < used; slot++) {
    const difference = differences[slot] as number;
    histogram[difference] = (histogram[difference] as number) + 1;
  }
}
