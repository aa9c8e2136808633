import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverseDocumentFrequency } from './bm25f.ts';
import { LexicalIndex } from './lexical-index.ts';

const TERMS = ['a', 'b', 'c', 'd', 'e'];
const weights = fc.dictionary(fc.constantFrom(...TERMS), fc.float({ min: 0.125, max: 2, noNaN: true }));
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ slot: fc.nat(12), weights }) },
  { weight: 1, arbitrary: fc.record({ slot: fc.nat(12) }) },
);

/** The expected score, computed from the weights of all tools without an index. */
function naiveScore(held: Map<number, Map<string, number>>, slot: number, terms: readonly string[]): number {
  let score = 0;
  for (const term of terms) {
    const documentFrequency = [...held.values()].filter((weights) => weights.has(term)).length;
    score += (held.get(slot)?.get(term) ?? 0) * inverseDocumentFrequency(documentFrequency, held.size);
  }
  return score;
}

describe('the lexical index', () => {
  it('agrees with a naive model after any adds, updates and removals', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.subarray(TERMS), (changes, terms) => {
        const index = new LexicalIndex();
        const model = new Map<number, Map<string, number>>();
        for (const step of changes) {
          if ('weights' in step) {
            const held = new Map(Object.entries(step.weights));
            index.add(step.slot, held);
            model.set(step.slot, held);
          } else {
            index.remove(step.slot);
            model.delete(step.slot);
          }
        }
        expect(index.size).toBe(model.size);
        const resolved = index.resolve(terms.map((term) => ({ term, weight: 1 })));
        const { scores, slots, count } = index.match(resolved);
        const touched = new Set(slots.subarray(0, count));
        for (let slot = 0; slot <= 12; slot++) {
          const expected = naiveScore(model, slot, terms);
          expect(touched.has(slot)).toBe(expected > 0);
          expect(touched.has(slot) ? scores[slot] : 0).toBeCloseTo(expected, 4);
          expect(index.scoreOf(slot, resolved)).toBeCloseTo(expected, 4);
        }
        // `scoreAll` calls `scoreOf` for few slots and reads posting lists for many. Both must give the same scores.
        for (const asked of [Int32Array.of(3), Int32Array.from({ length: 13 }, (_, slot) => slot)]) {
          const values = new Float64Array(asked.length);
          index.scoreAll(asked, asked.length, resolved, values);
          asked.forEach((slot, i) => {
            expect(values[i]).toBeCloseTo(naiveScore(model, slot, terms), 4);
          });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('adds no further tools for a common term once thousands of tools have a score', () => {
    const index = new LexicalIndex();
    for (let slot = 0; slot < 6_000; slot++) {
      index.add(slot, new Map([['common', 1], ...(slot % 2 === 0 ? ([['half', 1]] as const) : [])]));
    }
    index.add(6_000, new Map([['rare', 1]]));
    const { count, scores } = index.match(
      index.resolve(['rare', 'half', 'common'].map((term) => ({ term, weight: 1 }))),
    );
    expect(count).toBe(3_001);
    expect(scores[6_000]).toBeGreaterThan(scores[0] ?? 0);
  });
});
