/**
 * Maximum of |p| + |q| for two query numbers in one 32-bit word. p·x + q·y must fit in a signed 16-bit integer, and the
 * bytes x and y go up to 255, so the limit is 128; 1 is left for rounding.
 */
const LARGEST_PAIR = 127;
/** Added to a signed byte to make it unsigned. */
const SHIFT = 128;
const SHIFT_ALL = 0x80808080 | 0;
const EVERY_OTHER = 0x00ff00ff;
/** 32-bit words per iteration of the unrolled loop. */
const UNROLLED = 4;

/** Number of 32-bit words of an int8 vector, padded with zeros to a multiple of `UNROLLED`. */
export function wordsPerVector(dimensions: number): number {
  return Math.ceil(dimensions / 4 / UNROLLED) * UNROLLED;
}

/**
 * The quantized query, two numbers per 32-bit word, so that one multiplication computes two products (SIMD within a
 * register). A stored word holds the bytes x (lower half) and y (upper half); a query word holds p (upper) and q (lower).
 * The upper half of their product is p·x + q·y.
 */
export class PackedVector {
  readonly words: Int32Array;
  /** Subtracted from every dot product. Corrects for the 128 that `dotProduct` adds to each stored byte. */
  excess = 0;
  scale = 1;

  constructor(dimensions: number) {
    this.words = new Int32Array(wordsPerVector(dimensions) * 2);
  }

  /** Quantizes a unit vector. Branch-free, because the signs are unpredictable. */
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
      // Numbers 0 and 2 share a word, and so do 1 and 3, because `EVERY_OTHER` keeps every other stored byte.
      words[word] = ((a << 16) + c) | 0;
      words[word + 1] = ((b << 16) + d) | 0;
      // If c or d is negative, the lower half of its product is negative and borrows 1 from the upper half. The lower
      // half is never 0 then: stored bytes are at least -127, and at least 1 after adding 128.
      excess += SHIFT * (a + b + c + d) - (c >>> 31) - (d >>> 31);
    }
    this.excess = excess;
    this.scale = scale;
  }
}

/** Dot product with an int8 vector, read as little-endian 32-bit words from `start` on. */
export function dotProduct({ words, excess, scale }: PackedVector, stored: Int32Array, start: number): number {
  return (sumOfProducts(words, stored, start) - excess) * scale;
}

/** Unrolled by four, which leaves a quarter of the bounds checks. */
function sumOfProducts(words: Int32Array, stored: Int32Array, start: number): number {
  let even = 0;
  let odd = 0;
  for (let word = 0, at = start; word < words.length; word += 2 * UNROLLED, at += UNROLLED) {
    const a = (stored[at] as number) ^ SHIFT_ALL;
    const b = (stored[at + 1] as number) ^ SHIFT_ALL;
    const c = (stored[at + 2] as number) ^ SHIFT_ALL;
    const d = (stored[at + 3] as number) ^ SHIFT_ALL;
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

/** Rounds by truncating a positive number, several times faster than Math.round. */
function rounded(value: number): number {
  return ((value + SHIFT + 0.5) | 0) - SHIFT;
}
