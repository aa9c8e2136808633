import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLines, wrapLongLines } from './json-lines.ts';

/** Strings whose JSON is about as long as a line may be, where an element, its key and its comma just fit or just do not. */
const nearTheLimit = fc.integer({ min: 3_980, max: 4_010 }).map((length) => 'x'.repeat(length));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    nearTheLimit,
    fc.integer(),
    fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'longer key', '"', 'x'.repeat(20)), tie('value'), { maxKeys: 4 }),
  ),
}));

describe('JSON in lines', () => {
  it('is valid JSON of the same data, with no line over 8,000 characters', () => {
    fc.assert(
      fc.property(value, (data) => {
        const text = jsonLines(data);
        expect(JSON.parse(text)).toEqual(data);
        expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(8_000);
        expect(wrapLongLines(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('wraps a string that is longer than a line, and says so', () => {
    const text = wrapLongLines(jsonLines({ text: 'x'.repeat(20_000) }));
    expect(text.split('\n').every((line) => line.length <= 8_000)).toBe(true);
    expect(text).toContain('is wrapped');
  });
});
