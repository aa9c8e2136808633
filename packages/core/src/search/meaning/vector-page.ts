/** Slots per page. A store grows by one page at a time, so that no addition copies all existing vectors. */
export const PAGE = 2_048;
export const PAGE_BITS = 11;

export interface VectorPage {
  /** int8 values, `valueWords * 4` per slot. */
  readonly values: Int8Array;
  /** The same bytes viewed as 32-bit words, for `dotProduct`. */
  readonly words: Int32Array;
  /** Quantization scales; 0 for an empty slot. */
  readonly scales: Float32Array;
  readonly sketches: Int32Array;
  /** Scratch buffer: Hamming distance between each sketch and the query's. */
  readonly distances: Uint16Array;
}

export function emptyPage(valueWords: number, sketchWords: number): VectorPage {
  const values = new Int8Array(PAGE * valueWords * 4);
  return {
    values,
    words: new Int32Array(values.buffer),
    scales: new Float32Array(PAGE),
    sketches: new Int32Array(PAGE * sketchWords),
    distances: new Uint16Array(PAGE),
  };
}
