import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dotProduct, PackedVector, wordsPerVector } from './packed-vector.ts';
import { POPCOUNT_WORDS, popcount } from './popcount.ts';

function packed(unit: Float32Array): PackedVector {
  const vector = new PackedVector(unit.length);
  vector.pack(unit);
  return vector;
}

describe('a packed vector', () => {
  it('gives the dot product, except for the rounding of the query', () => {
    const pairs = fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -127, max: 127 })), {
      minLength: 1,
      maxLength: 64,
    });
    fc.assert(
      fc.property(pairs, (given) => {
        const bytes = new Int8Array(wordsPerVector(given.length) * 4);
        bytes.set(given.map(([, byte]) => byte));
        const unit = Float32Array.from(given, ([number]) => number);
        const query = packed(unit);
        const exact = given.reduce((sum, [number, byte]) => sum + number * byte, 0);
        // Rounding changes each number by at most half a quantization step.
        const allowed = given.length * 128 * query.scale * 0.51 + 1e-3;
        expect(Math.abs(dotProduct(query, new Int32Array(bytes.buffer), 0) - exact)).toBeLessThanOrEqual(allowed);
      }),
    );
  });

  it('is exact when the query needs no rounding, also for negative numbers that borrow', () => {
    const whole = fc.array(fc.tuple(fc.integer({ min: -63, max: 63 }), fc.integer({ min: -127, max: 127 })), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(whole, (given) => {
        // A pair with the largest allowed sum makes the quantization step 1.
        const numbers = [63.5, ...given.map(([number]) => number), 0, 63.5, 0];
        const ordered = [
          numbers[0],
          numbers[5],
          numbers[6],
          numbers[7],
          ...given.map(([number]) => number),
        ] as number[];
        const query = packed(Float32Array.from(ordered));
        const bytes = new Int8Array(wordsPerVector(ordered.length) * 4);
        bytes.set(
          given.map(([, byte]) => byte),
          4,
        );
        const exact = given.reduce((sum, [number, byte]) => sum + number * byte, 0);
        expect(query.scale).toBeCloseTo(1, 6);
        expect(dotProduct(query, new Int32Array(bytes.buffer), 0)).toBeCloseTo(exact, 3);
      }),
    );
  });
});

describe('popcount', () => {
  it('of eight words equals the sum of the bits of each word', () => {
    const words = fc.array(fc.integer(), { minLength: POPCOUNT_WORDS, maxLength: POPCOUNT_WORDS });
    fc.assert(
      fc.property(words, (given) => {
        const slow = given.reduce((sum, word) => sum + (word >>> 0).toString(2).replaceAll('0', '').length, 0);
        expect(popcount(...(given as Parameters<typeof popcount>))).toBe(slow);
      }),
    );
  });
});
