/** Number of 32-bit words per `popcount` call. */
export const POPCOUNT_WORDS = 8;

/**
 * Number of set bits in eight words (Harley-Seal). Carry-save adders first reduce seven words to sums of ones, twos and
 * fours, so four words are counted instead of eight. A search of a large catalog spends most of its time here.
 */
export function popcount(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  const ab = a ^ b;
  const de = d ^ e;
  const abc = ab ^ c;
  const def = de ^ f;
  const both = abc ^ def;
  const twosOfAbc = (a & b) | (ab & c);
  const twosOfDef = (d & e) | (de & f);
  const twosOfAll = (abc & def) | (both & g);
  const twosOfBoth = twosOfAbc ^ twosOfDef;
  const ones = inFours(both ^ g) + inFours(h);
  const twos = inFours(twosOfBoth ^ twosOfAll);
  const fours = inFours((twosOfAbc & twosOfDef) | (twosOfBoth & twosOfAll));
  const bytes = inBytes(ones) + 2 * inBytes(twos + 2 * fours);
  const halves = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
  return (halves + (halves >>> 16)) & 0xffff;
}

/** Number of set bits in each group of four. */
function inFours(bits: number): number {
  const inTwos = bits - ((bits >>> 1) & 0x55555555);
  return (inTwos & 0x33333333) + ((inTwos >>> 2) & 0x33333333);
}

/** Adds adjacent groups of four into bytes. */
function inBytes(fours: number): number {
  return (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
}
