import { Vocabulary } from './vocabulary.ts';
import { WordPieces } from './word-pieces.ts';

const MAGIC = 0x31_54_56_46; // "FVT1", little-endian
const HEADER_BYTES = 16;

/**
 * One quantized vector per word piece. The vector of a text is the normalized sum of the vectors of its pieces.
 * `training/` writes the file.
 */
export class VectorTable {
  readonly dimensions: number;
  readonly pieces: WordPieces;
  readonly #scales: Float32Array;
  readonly #values: Int8Array;

  private constructor(vocabulary: Vocabulary, dimensions: number, scales: Float32Array, values: Int8Array) {
    this.dimensions = dimensions;
    this.pieces = new WordPieces(vocabulary);
    this.#scales = scales;
    this.#values = values;
  }

  /**
   * Layout: magic number, number of rows, dimensions, byte length of the vocabulary; the vocabulary, one piece per line;
   * one float32 scale per row; the rows as int8.
   */
  static parse(bytes: Uint8Array): VectorTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
      throw new Error('Not a vector table: the first four bytes must be "FVT1". Create one with training/train.mjs.');
    }
    const rows = view.getUint32(4, true);
    const dimensions = view.getUint32(8, true);
    const vocabularyBytes = view.getUint32(12, true);
    const scalesAt = HEADER_BYTES + vocabularyBytes;
    const expected = scalesAt + rows * 4 + rows * dimensions;
    if (bytes.byteLength !== expected) {
      throw new Error(
        `The vector table is damaged: it has ${bytes.byteLength} bytes, but its header says ${expected}. Create it again with training/train.mjs.`,
      );
    }
    const vocabulary = new Vocabulary(bytes.subarray(HEADER_BYTES, scalesAt), rows);
    // A copy, because a Float32Array must start at a multiple of four bytes. `slice` of a Node Buffer would not copy.
    const scales = new Float32Array(new Uint8Array(bytes.subarray(scalesAt, scalesAt + rows * 4)).buffer);
    const values = new Int8Array(bytes.buffer, bytes.byteOffset + scalesAt + rows * 4, rows * dimensions);
    return new VectorTable(vocabulary, dimensions, scales, values);
  }

  /** Whether the vocabulary has this whole word. Such a word is not a typing error. */
  knows(word: string): boolean {
    return this.pieces.isWhole(word);
  }

  /** A unit vector, or zeros for a text without a known word. Written into `into` if present. */
  embed(text: string, into?: Float32Array): Float32Array {
    const sum = into?.fill(0) ?? new Float32Array(this.dimensions);
    const rows = this.pieces.encode(text);
    const whole = rows.length & ~3;
    for (let i = 0; i < whole; i += 4) this.#addFourRows(sum, rows, i);
    for (let i = whole; i < rows.length; i++) this.#addRow(sum, rows[i] as number);
    return normalize(sum);
  }

  #addRow(sum: Float32Array, row: number): void {
    const values = this.#values;
    const scale = this.#scales[row] as number;
    const start = row * this.dimensions;
    for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] as number) + scale * (values[start + k] as number);
  }

  /** Adds four rows in one pass, which reads and writes the sum a quarter as often. */
  #addFourRows(sum: Float32Array, rows: readonly number[], first: number): void {
    const values = this.#values;
    const scales = this.#scales;
    const size = this.dimensions;
    const a = rows[first] as number;
    const b = rows[first + 1] as number;
    const c = rows[first + 2] as number;
    const d = rows[first + 3] as number;
    const scaleA = scales[a] as number;
    const scaleB = scales[b] as number;
    const scaleC = scales[c] as number;
    const scaleD = scales[d] as number;
    for (let k = 0; k < size; k++) {
      sum[k] =
        (sum[k] as number) +
        scaleA * (values[a * size + k] as number) +
        scaleB * (values[b * size + k] as number) +
        scaleC * (values[c * size + k] as number) +
        scaleD * (values[d * size + k] as number);
    }
  }
}

export function normalize(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let k = 0; k < vector.length; k++) squares += (vector[k] as number) * (vector[k] as number);
  if (squares === 0) return vector;
  const factor = 1 / Math.sqrt(squares);
  for (let k = 0; k < vector.length; k++) vector[k] = (vector[k] as number) * factor;
  return vector;
}
