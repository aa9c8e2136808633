import { Vocabulary } from './vocabulary.ts';
import { WordPieces } from './word-pieces.ts';

const MAGIC = 0x31_54_56_46; // "FVT1", little-endian
const HEADER_BYTES = 16;

/** One small vector a word piece; the vector of a text is their mean. Read from the file that `training/` writes. */
export class VectorTable {
  readonly dimensions: number;
  readonly pieces: WordPieces;
  readonly #scales: Float32Array;
  readonly #values: Int8Array;
  readonly #vocabulary: Vocabulary;

  private constructor(vocabulary: Vocabulary, dimensions: number, scales: Float32Array, values: Int8Array) {
    this.dimensions = dimensions;
    this.pieces = new WordPieces(vocabulary);
    this.#vocabulary = vocabulary;
    this.#scales = scales;
    this.#values = values;
  }

  /** Layout: magic, rows, dimensions, bytes of vocabulary; vocabulary (one piece a line); a scale a row; the rows as int8. */
  static parse(bytes: Uint8Array): VectorTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) {
      throw new Error('This is not a vector table: the first four bytes should be "FVT1". Make one with training/.');
    }
    const rows = view.getUint32(4, true);
    const dimensions = view.getUint32(8, true);
    const vocabularyBytes = view.getUint32(12, true);
    const scalesAt = HEADER_BYTES + vocabularyBytes;
    const expected = scalesAt + rows * 4 + rows * dimensions;
    if (bytes.byteLength !== expected) {
      throw new Error(`The vector table is cut short: ${bytes.byteLength} bytes where ${expected} were expected.`);
    }
    const vocabulary = new Vocabulary(bytes.subarray(HEADER_BYTES, scalesAt), rows);
    // A copy: typed arrays start at multiples of four, and the vocabulary ends anywhere.
    const scales = new Float32Array(bytes.slice(scalesAt, scalesAt + rows * 4).buffer);
    const values = new Int8Array(bytes.buffer, bytes.byteOffset + scalesAt + rows * 4, rows * dimensions);
    return new VectorTable(vocabulary, dimensions, scales, values);
  }

  /** Whether a word is known whole: then it is a word of the language, and not a typing error. */
  knows(word: string): boolean {
    return this.#vocabulary.lineOf(word) !== undefined;
  }

  /** A unit vector, or all zeros for a text without one known word. Written `into` an array where there is one. */
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

  /** The same for four at once: the sum is read and written a quarter as often. */
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
