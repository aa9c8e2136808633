/** Two products share 16 bits, sign included: with bytes up to 255, two numbers may come to 128, one of it for rounding. */
const LARGEST_PAIR = 127;
/** What makes a signed byte an unsigned one. */
const SHIFT = 128;
const SHIFT_ALL = 0x80808080 | 0;
const EVERY_OTHER = 0x00ff00ff;
/** Groups of four numbers that are multiplied in one go. */
const TOGETHER = 4;

/** How many groups of four numbers a vector takes up: what it lacks to a whole number of goes is filled with zeros. */
export function foursOf(dimensions: number): number {
  return Math.ceil(dimensions / 4 / TOGETHER) * TOGETHER;
}

/**
 * A query's numbers, two to a word, so that one multiplication does the work of two. Of a word with the bytes x and y
 * in its halves and a query's word with q and p in its, the upper half of the product is p·x + q·y.
 */
export class PackedVector {
  readonly words: Int32Array;
  /** What is too much in every sum, because the bytes are multiplied as if they were larger by 128. */
  excess = 0;
  scale = 1;

  constructor(dimensions: number) {
    this.words = new Int32Array(foursOf(dimensions) * 2);
  }

  /** Takes the numbers of a unit vector. Where their signs fall is chance, so nothing here branches on them. */
  pack(unit: Float32Array): void {
    const { words } = this;
    const scale = largestPair(unit) / LARGEST_PAIR || 1;
    const factor = 1 / scale;
    let excess = 0;
    for (let word = 0, first = 0; word < words.length; word += 2, first += 4) {
      const a = rounded((unit[first] ?? 0) * factor);
      const b = rounded((unit[first + 1] ?? 0) * factor);
      const c = rounded((unit[first + 2] ?? 0) * factor);
      const d = rounded((unit[first + 3] ?? 0) * factor);
      // Numbers 0 and 2 of each four go together, then 1 and 3: that is how a mask takes their bytes apart.
      words[word] = ((a << 16) + c) | 0;
      words[word + 1] = ((b << 16) + d) | 0;
      // A negative lower half borrows one from the upper. It always does: stored bytes start at -127, so none shifts to 0.
      excess += SHIFT * (a + b + c + d) - (c >>> 31) - (d >>> 31);
    }
    this.excess = excess;
    this.scale = scale;
  }
}

/** The product with a vector of signed bytes that are read four at a time, lowest byte first, from `start` on. */
export function dotProduct({ words, excess, scale }: PackedVector, fours: Int32Array, start: number): number {
  return (sumOfProducts(words, fours, start) - excess) * scale;
}

/** Four words at once: the compiler then checks and finds the arrays a quarter as often. */
function sumOfProducts(words: Int32Array, fours: Int32Array, start: number): number {
  let even = 0;
  let odd = 0;
  for (let word = 0, at = start; word < words.length; word += 2 * TOGETHER, at += TOGETHER) {
    const a = (fours[at] as number) ^ SHIFT_ALL;
    const b = (fours[at + 1] as number) ^ SHIFT_ALL;
    const c = (fours[at + 2] as number) ^ SHIFT_ALL;
    const d = (fours[at + 3] as number) ^ SHIFT_ALL;
    even =
      (even +
        (Math.imul(a & EVERY_OTHER, words[word] as number) >> 16) +
        (Math.imul(b & EVERY_OTHER, words[word + 2] as number) >> 16) +
        (Math.imul(c & EVERY_OTHER, words[word + 4] as number) >> 16) +
        (Math.imul(d & EVERY_OTHER, words[word + 6] as number) >> 16)) |
      0;
    odd =
      (odd +
        (Math.imul((a >>> 8) & EVERY_OTHER, words[word + 1] as number) >> 16) +
        (Math.imul((b >>> 8) & EVERY_OTHER, words[word + 3] as number) >> 16) +
        (Math.imul((c >>> 8) & EVERY_OTHER, words[word + 5] as number) >> 16) +
        (Math.imul((d >>> 8) & EVERY_OTHER, words[word + 7] as number) >> 16)) |
      0;
  }
  return (even + odd) | 0;
}

function largestPair(unit: Float32Array): number {
  let largest = 0;
  for (let first = 0; first < unit.length; first += 4) {
    const even = Math.abs(unit[first] ?? 0) + Math.abs(unit[first + 2] ?? 0);
    const odd = Math.abs(unit[first + 1] ?? 0) + Math.abs(unit[first + 3] ?? 0);
    if (even > largest) largest = even;
    if (odd > largest) largest = odd;
  }
  return largest;
}

/** By cutting off a positive number, which is several times quicker than Math.round. */
function rounded(value: number): number {
  return ((value + SHIFT + 0.5) | 0) - SHIFT;
}
