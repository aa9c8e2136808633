import { POPCOUNT_WORDS, popcount } from './popcount.ts';
import { PAGE, PAGE_BITS, type VectorPage } from './vector-page.ts';

/** Whether a scan may return the slot. Without this function, a scan may return every slot. */
export type Accepts = (slot: number) => boolean;

/** Finds the slots whose binary sketches have the smallest Hamming distance to a query's sketch. */
export class SketchScan {
  readonly #dimensions: number;
  readonly #words: number;
  /** Scratch buffer: number of sketches at each Hamming distance. */
  readonly #histogram: Uint32Array;
  /** Scratch buffer: the slots found. */
  #shortlist: Int32Array = new Int32Array(256);
  /** Scratch buffer: distances in the words after the first `POPCOUNT_WORDS`. */
  readonly #further: Uint16Array;

  /** `words`: 32-bit words per sketch. */
  constructor(dimensions: number, words: number) {
    this.#dimensions = dimensions;
    this.#words = words;
    this.#histogram = new Uint32Array(dimensions + 1);
    this.#further = new Uint16Array(words > POPCOUNT_WORDS ? PAGE : 0);
  }

  /** The nearest accepted slots: at least `wanted`, or all if there are fewer. `end` is the highest used slot + 1. */
  nearest(
    pages: readonly VectorPage[],
    end: number,
    sketch: Int32Array,
    wanted: number,
    accepts?: Accepts,
  ): Int32Array {
    const histogram = this.#distances(pages, end, sketch);
    let count = 0;
    let from = 0;
    let bound = 0;
    // A filter may reject most of the nearest slots; then the radius grows until enough are accepted.
    while (count < wanted && bound <= this.#dimensions) {
      let sum = count;
      for (; bound <= this.#dimensions && sum < wanted; bound++) sum += histogram[bound] as number;
      if (sum > this.#shortlist.length) this.#shortlist = withRoomFor(sum, this.#shortlist);
      for (let number = 0; number < pages.length; number++) {
        count = this.#collect(pages[number] as VectorPage, number, usedIn(number, end), from, bound, accepts, count);
      }
      from = bound;
    }
    return this.#shortlist.subarray(0, count);
  }

  /** Fills `distances` of every page; returns the histogram of all distances. */
  #distances(pages: readonly VectorPage[], end: number, sketch: Int32Array): Uint32Array {
    const histogram = this.#histogram.fill(0);
    for (let number = 0; number < pages.length; number++) {
      const page = pages[number] as VectorPage;
      const used = usedIn(number, end);
      hammingDistances(page.sketches, used, sketch, 0, page.distances);
      for (let word = POPCOUNT_WORDS; word < this.#words; word += POPCOUNT_WORDS) {
        hammingDistances(page.sketches, used, sketch, word, this.#further);
        addTo(page.distances, this.#further, used);
      }
      countEach(page.distances, used, histogram);
    }
    return histogram;
  }

  /** Appends the slots of a page with `from <= distance < bound` to the shortlist; returns its new length. */
  #collect(
    { distances, scales }: VectorPage,
    number: number,
    used: number,
    from: number,
    bound: number,
    accepts: Accepts | undefined,
    length: number,
  ): number {
    const shortlist = this.#shortlist;
    let count = length;
    for (let at = 0; at < used; at++) {
      const distance = distances[at] as number;
      if (distance >= bound || distance < from || scales[at] === 0) continue;
      const slot = (number << PAGE_BITS) | at;
      if (!accepts || accepts(slot)) shortlist[count++] = slot;
    }
    return count;
  }
}

/** Number of slots in page number `page` that are below `end`. */
function usedIn(page: number, end: number): number {
  return Math.min(PAGE, end - page * PAGE);
}

function withRoomFor(count: number, list: Int32Array): Int32Array {
  const longer = new Int32Array(count * 2);
  longer.set(list);
  return longer;
}

/**
 * Hamming distances of eight words of every sketch in a page. The query's words are read once, not once per slot. Any
 * further work in this loop would double its time, so empty slots are measured too, and `#collect` skips them.
 */
function hammingDistances(
  sketches: Int32Array,
  used: number,
  sketch: Int32Array,
  word: number,
  distances: Uint16Array,
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
    distances[slot] = popcount(
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

function addTo(distances: Uint16Array, further: Uint16Array, used: number): void {
  for (let slot = 0; slot < used; slot++) distances[slot] = (distances[slot] as number) + (further[slot] as number);
}

function countEach(distances: Uint16Array, used: number, histogram: Uint32Array): void {
  for (let slot = 0; slot < used; slot++) {
    const distance = distances[slot] as number;
    histogram[distance] = (histogram[distance] as number) + 1;
  }
}
