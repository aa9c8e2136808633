/** Two products share 16 bits, sign included: with bytes up to 255, two numbers may come to 128, one of it for rounding. */
const LARGEST_PAIR = 127;
/** What makes a signed byte an unsigned one. */
const SHIFT = 128;
const SHIFT_ALL = 0x80808080 | 0;
const EVERY_OTHER = 0x00ff00ff;

/**
 * A query's numbers, two to a word, so that one multiplication does the work of two. Of a word with the bytes x and y
 * in its halves and a query's word with q and p in its, the upper half of the product is p·x + q·y.
 */
export interface PackedVector {
  readonly words: Int32Array;
  /** What is too much in every sum, because the bytes are multiplied as if they were larger by 128. */
  readonly excess: number;
  readonly scale: number;
}

export function packed(unit: Float32Array): PackedVector {
  const words = new Int32Array(Math.ceil(unit.length / 4) * 2);
  let largest = 0;
  for (let word = 0; word < words.length; word++) {
    const first = firstOf(word);
    const pair = Math.abs(unit[first] ?? 0) + Math.abs(unit[first + 2] ?? 0);
    if (pair > largest) largest = pair;
  }
  const scale = largest / LARGEST_PAIR || 1;
  const factor = 1 / scale;
  let excess = 0;
  for (let word = 0; word < words.length; word++) {
    const first = firstOf(word);
    const upper = rounded((unit[first] ?? 0) * factor);
    const lower = rounded((unit[first + 2] ?? 0) * factor);
    words[word] = (upper << 16) + lower;
    // A negative lower half borrows one from the upper. It always does: stored bytes start at -127, so none shifts to 0.
    excess += SHIFT * (upper + lower) - (lower < 0 ? 1 : 0);
  }
  return { words, excess, scale };
}

/** The product with a vector of signed bytes that are read four at a time, lowest byte first, from `start` on. */
export function dotProduct({ words, excess, scale }: PackedVector, fours: Int32Array, start: number): number {
  let even = 0;
  let odd = 0;
  for (let word = 0, at = start; word < words.length; word += 2, at++) {
    const bytes = (fours[at] as number) ^ SHIFT_ALL;
    even = (even + (Math.imul(bytes & EVERY_OTHER, words[word] as number) >> 16)) | 0;
    odd = (odd + (Math.imul((bytes >>> 8) & EVERY_OTHER, words[word + 1] as number) >> 16)) | 0;
  }
  return (even + odd - excess) * scale;
}

/** Numbers 0 and 2 of each four go together, then 1 and 3: that is how a mask takes their bytes apart. */
function firstOf(word: number): number {
  return (word >> 1) * 4 + (word & 1);
}

/** By cutting off, which is several times quicker than Math.round. */
function rounded(value: number): number {
  return (value + (value > 0 ? 0.5 : -0.5)) | 0;
}
