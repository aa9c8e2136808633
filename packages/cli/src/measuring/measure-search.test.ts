import { expect, it } from 'vitest';
import { breakEven } from './measure-search.ts';

it('breaks even when searches have cost what the shorter list saved', () => {
  expect(breakEven(10_000, 600, 200)).toBe(47);
  expect(breakEven(10_000, 600, 20_000)).toBe(1);
  expect(breakEven(500, 600, 200)).toBeUndefined();
});
