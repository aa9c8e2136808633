import { PackedVector } from './packed-vector.ts';
import { POPCOUNT_WORDS } from './popcount.ts';

/** A query's unit vector with its quantized form and its binary sketch. Reusable: set `unit`, then call `prepare`. */
export class QueryVector {
  readonly unit: Float32Array;
  readonly numbers: PackedVector;
  /** One sign bit per dimension. */
  readonly sketch: Int32Array;
  /** `unit` viewed as int32: a float is positive exactly when its bits, read as an integer, are positive. */
  readonly #bits: Int32Array;

  constructor(dimensions: number) {
    this.unit = new Float32Array(dimensions);
    this.#bits = new Int32Array(this.unit.buffer);
    this.numbers = new PackedVector(dimensions);
    this.sketch = new Int32Array(sketchWords(dimensions));
  }

  /** Call this after every change of `unit`. */
  prepare(): this {
    this.numbers.pack(this.unit);
    const bits = this.#bits;
    for (let word = 0, k = 0; k < bits.length; word++) {
      let sketch = 0;
      for (const end = Math.min(k + 32, bits.length); k < end; k++) {
        const number = bits[k] as number;
        // 1 for a positive number; branch-free, because the signs are unpredictable.
        sketch |= ((-number & ~number) >>> 31) << (k & 31);
      }
      this.sketch[word] = sketch;
    }
    return this;
  }
}

export function queryVector(unit: Float32Array): QueryVector {
  const query = new QueryVector(unit.length);
  query.unit.set(unit);
  return query.prepare();
}

/** Number of 32-bit words in a sketch, padded to a multiple of `POPCOUNT_WORDS`. */
export function sketchWords(dimensions: number): number {
  return Math.ceil(dimensions / 32 / POPCOUNT_WORDS) * POPCOUNT_WORDS;
}
