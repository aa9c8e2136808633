import { COUNTED_TOGETHER } from './count-bits.ts';
import { PackedVector } from './packed-vector.ts';

/** A unit vector, prepared for comparing. Can be used again: a search makes one for itself and one for every step. */
export class QueryVector {
  readonly unit: Float32Array;
  readonly numbers: PackedVector;
  readonly sketch: Int32Array;
  /** The same numbers as whole ones: a number above zero is one above zero here, too. */
  readonly #bits: Int32Array;

  constructor(dimensions: number) {
    this.unit = new Float32Array(dimensions);
    this.#bits = new Int32Array(this.unit.buffer);
    this.numbers = new PackedVector(dimensions);
    this.sketch = new Int32Array(sketchWords(dimensions));
  }

  /** To be called when `unit` has changed. */
  prepare(): this {
    this.numbers.pack(this.unit);
    const bits = this.#bits;
    for (let word = 0, k = 0; k < bits.length; word++) {
      let sketch = 0;
      for (const end = Math.min(k + 32, bits.length); k < end; k++) {
        const number = bits[k] as number;
        // 1 where the number is above zero, without a branch: signs are chance.
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

/** A whole number of what is counted together. */
export function sketchWords(dimensions: number): number {
  return Math.ceil(dimensions / 32 / COUNTED_TOGETHER) * COUNTED_TOGETHER;
}
