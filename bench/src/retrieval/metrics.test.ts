import { describe, expect, it } from 'vitest';
import { calibrationError } from './calibration-table.ts';
import { areaUnderCurve, measure } from './metrics.ts';
import { pairedDifference } from './paired-difference.ts';
import { halfOf } from './sets.ts';

describe('the measures', () => {
  it('count a hit only for the tools with the highest grade', () => {
    const graded = { id: 'q', query: 'x', relevant: ['a', 'b'], grades: { a: 2, b: 1 } };
    expect(measure(graded, ['b', 'a'])).toMatchObject({ 'hit@1': 0, 'hit@5': 1 });
  });

  it('tell requests with an answer from those without by their scores', () => {
    expect(areaUnderCurve([0.9, 0.8], [0.1, 0.2])).toBe(1);
    expect(areaUnderCurve([0.5], [0.5])).toBe(0.5);
  });

  it('give an interval around the mean of paired differences', () => {
    const { mean, low, high } = pairedDifference([1, 1, 1, 0], [0, 1, 0, 0]);
    expect(mean).toBe(0.5);
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(pairedDifference([1, 1], [1, 1])).toEqual({ mean: 0, low: 0, high: 0 });
  });

  const query = { id: 'q', query: 'x', relevant: ['a', 'b'] };

  it('are perfect for a perfect ranking and zero for a useless one', () => {
    expect(measure(query, ['a', 'b', 'c'])).toEqual({
      'hit@1': 1,
      'hit@5': 1,
      'recall@1': 0.5,
      'recall@3': 1,
      'recall@5': 1,
      'recall@10': 1,
      'ndcg@10': 1,
      mrr: 1,
    });
    expect(Object.values(measure(query, ['c', 'd']))).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(Object.values(measure(query, []))).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('are lower for a right tool at a later rank', () => {
    const { mrr, 'ndcg@10': ndcg } = measure({ id: 'q', query: 'x', relevant: ['a'] }, ['c', 'a']);
    expect(mrr).toBe(0.5);
    expect(ndcg).toBeCloseTo(1 / Math.log2(3));
  });

  it('are higher if tools with better grades come first', () => {
    const graded = { ...query, grades: { a: 2, b: 1 } };
    expect(measure(graded, ['a', 'b'])['ndcg@10']).toBe(1);
    expect(measure(graded, ['b', 'a'])['ndcg@10']).toBeLessThan(1);
  });
});

describe('the halves', () => {
  it('depend on the text of a query alone, and are about equal', () => {
    const queries = Array.from({ length: 1_000 }, (_, i) => `query number ${i}`);
    const tuning = queries.filter((query) => halfOf(query) === 'tune').length;
    expect(tuning).toBeGreaterThan(400);
    expect(tuning).toBeLessThan(600);
    expect(queries.map(halfOf)).toEqual(queries.map(halfOf));
  });
});

describe('the calibration error', () => {
  it('is zero where the score equals the share of right hits', () => {
    const hits = Array.from({ length: 10 }, (_, i) => ({ score: 0.8, right: i < 8 }));
    expect(calibrationError(hits)).toBeCloseTo(0);
    expect(calibrationError(hits.map((hit) => ({ ...hit, right: false })))).toBeCloseTo(0.8);
  });
});
