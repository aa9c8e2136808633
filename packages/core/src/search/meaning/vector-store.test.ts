import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryVector } from './query-vector.ts';
import { VectorStore } from './vector-store.ts';
import { normalize } from './vector-table.ts';

const DIMENSIONS = 64;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function vector(random: () => number): Float32Array {
  return normalize(Float32Array.from({ length: DIMENSIONS }, random));
}

describe('the vector store', () => {
  it('returns the cosine within the quantization error', () => {
    const random = seeded(1);
    const store = new VectorStore(DIMENSIONS);
    for (let slot = 0; slot < 50; slot++) {
      const [a, b] = [vector(random), vector(random)];
      store.set(slot, a);
      const cosine = a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0);
      expect(store.similarity(slot, queryVector(b))).toBeCloseTo(cosine, 1);
      expect(store.similarity(slot, queryVector(a))).toBeCloseTo(1, 1);
    }
  });

  it('contains exactly the slots that were set and not removed', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ slot: fc.nat(40), keep: fc.boolean() }), { maxLength: 60 }), (changes) => {
        const store = new VectorStore(DIMENSIONS);
        const model = new Set<number>();
        const random = seeded(2);
        for (const { slot, keep } of changes) {
          if (keep) {
            store.set(slot, vector(random));
            model.add(slot);
          } else {
            store.remove(slot);
            model.delete(slot);
          }
        }
        expect(store.size).toBe(model.size);
        const nearest = store.nearest(queryVector(vector(random)), 100, () => true);
        expect([...Array.from(nearest)].sort((a, b) => a - b)).toEqual([...model].sort((a, b) => a - b));
      }),
    );
  });

  it('finds at least 95% of the true nearest neighbors by sketch', () => {
    const random = seeded(3);
    const store = new VectorStore(DIMENSIONS);
    const centers = Array.from({ length: 60 }, () => vector(random));
    for (let slot = 0; slot < 6_000; slot++) {
      const center = centers[slot % 60] as Float32Array;
      store.set(slot, normalize(center.map((x) => x + 0.12 * random())));
    }
    let found = 0;
    for (const center of centers) {
      const query = queryVector(normalize(center.map((x) => x + 0.12 * random())));
      const quick = new Set(Array.from(store.nearest(query, 100, () => true)));
      for (const slot of Array.from(store.nearest(query, 10, () => true, true))) if (quick.has(slot)) found++;
    }
    expect(found / 600).toBeGreaterThan(0.95);
  });

  it('does not store a zero vector', () => {
    const store = new VectorStore(DIMENSIONS);
    store.set(0, new Float32Array(DIMENSIONS));
    expect(store.size).toBe(0);
    expect(store.has(0)).toBe(false);
  });
});
