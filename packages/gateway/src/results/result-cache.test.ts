import { describe, expect, it } from 'vitest';
import { ResultCache } from './result-cache.ts';

describe('the cache of results', () => {
  it('returns an answer until its time is over, with its age', () => {
    let now = 1_000;
    const cache = new ResultCache<object>({ now: () => now });
    cache.set('k', { a: 1 });
    now += 400;
    expect(cache.get('k', 500)).toEqual({ answer: { a: 1 }, ageMs: 400 });
    now += 100;
    expect(cache.get('k', 500)).toBeUndefined();
  });

  it('keeps the latest answers, up to a number of characters', () => {
    const cache = new ResultCache<object>({ maxChars: 100 });
    cache.set('first', { text: 'x'.repeat(50) });
    cache.set('second', { text: 'y'.repeat(50) });
    expect(cache.get('first', 1_000)).toBeUndefined();
    expect(cache.get('second', 1_000)).toBeDefined();
  });

  it('has the same key for the same caller and input, whatever the order of fields', () => {
    const keyOf = (input: object, who = 'ada') => ResultCache.keyOf([{ principal: who }, 'hash', input]);
    expect(keyOf({ a: 1, b: 2 })).toBe(keyOf({ b: 2, a: 1 }));
    expect(keyOf({ a: 1 })).not.toBe(keyOf({ a: 1 }, 'bob'));
  });
});
