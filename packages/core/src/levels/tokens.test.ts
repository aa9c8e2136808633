import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens, takeWithin } from './tokens.ts';

describe('takeWithin', () => {
  const words = fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 20 });

  it('takes the longest prefix that fits the budget, and at least one item', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 100 }), (items, budget) => {
        const taken = takeWithin(items, budget, (item) => item);
        expect(taken.length).toBeGreaterThanOrEqual(1);
        expect(items.slice(0, taken.length)).toEqual(taken);
        const cost = (list: string[]) => list.reduce((sum, item) => sum + estimateTokens(item) + 1, 0);
        if (taken.length > 1) expect(cost(taken)).toBeLessThanOrEqual(budget);
        if (taken.length < items.length) expect(cost(items.slice(0, taken.length + 1))).toBeGreaterThan(budget);
      }),
    );
  });

  it('returns an empty list for an empty list', () => {
    expect(takeWithin([], 10, String)).toEqual([]);
  });

  it('estimates more tokens for longer text', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('a short line')).toBeLessThan(estimateTokens('a short line and then another one'));
  });
});
