import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { calculateSimilarity, findSimilarTools } from './similarity.ts';

const name = fc.string({ maxLength: 30 });

/** Levenshtein distance by dynamic programming. */
function naiveDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

describe('calculateSimilarity', () => {
  it('is one minus the edit distance over the longer length', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const longer = Math.max(a.length, b.length);
        const expected = longer === 0 ? 1 : 1 - naiveDistance(a.toLowerCase(), b.toLowerCase()) / longer;
        expect(calculateSimilarity(a, b)).toBeCloseTo(expected, 10);
      }),
    );
  });

  it('lies between 0 and 1, is symmetric, and is 1 for equal names', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        (a, b) => {
          const score = calculateSimilarity(a, b);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(calculateSimilarity(b, a)).toBe(score);
          expect(calculateSimilarity(a, a)).toBe(1);
        },
      ),
    );
  });

  it('ignores case', () => {
    expect(calculateSimilarity('Order-Cancel', 'order-cancel')).toBe(1);
  });

  it('handles names of a megabyte', () => {
    expect(calculateSimilarity('a'.repeat(1_000_000), 'b'.repeat(1_000_000))).toBe(0);
  });
});

describe('findSimilarTools', () => {
  it('returns up to three names with a similarity of at least 0.4, best first, then by name', () => {
    fc.assert(
      fc.property(name, fc.uniqueArray(name, { maxLength: 20 }), (wanted, names) => {
        const expected = names
          .map((candidate) => ({ candidate, score: calculateSimilarity(wanted, candidate) }))
          .filter(({ score }) => score >= 0.4)
          .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
          .slice(0, 3)
          .map(({ candidate }) => candidate);
        expect(findSimilarTools(wanted, names)).toEqual(expected);
      }),
    );
  });

  it('includes a similarity of exactly 0.4 and nothing below', () => {
    expect(findSimilarTools('abcde', ['abxyz'])).toEqual(['abxyz']);
    expect(findSimilarTools('abcde', ['axxyz'])).toEqual([]);
    // 37 of 93 letters: 0.398.
    const [same, left, right] = ['a'.repeat(37), 'b'.repeat(56), 'c'.repeat(56)];
    expect(findSimilarTools(`${same}${left}`, [`${same}${right}`])).toEqual([]);
  });

  it('accepts another limit and any iterable', () => {
    const names = new Set(['aaaa', 'aaab', 'aabb', 'aaac']);
    expect(findSimilarTools('aaaa', names, 1)).toEqual(['aaaa']);
    expect(findSimilarTools('aaaa', names)).toEqual(['aaaa', 'aaab', 'aaac']);
  });

  it('finds the name behind a typing error', () => {
    expect(findSimilarTools('order-cancle', ['order-create', 'order-cancel', 'user-get'])[0]).toBe('order-cancel');
  });
});
