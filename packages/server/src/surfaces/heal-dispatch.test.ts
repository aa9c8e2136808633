import { callInput } from '@foldout/core/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainCall } from './heal-dispatch.ts';

const isPlain = isPlainCall('command', 'input');

describe('a plain call', () => {
  it('is what the schema of the dispatcher accepts and leaves as it is', () => {
    const name = fc.string().filter((key) => key !== '__proto__');
    const command = fc.oneof(fc.string(), fc.jsonValue());
    const input = fc.oneof(fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true }), fc.jsonValue());
    const fields = { command, input, select: fc.jsonValue(), other: fc.jsonValue() };
    const call = fc.record(fields, { requiredKeys: ['command'], noNullPrototype: true });
    let plain = 0;
    fc.assert(
      fc.property(call, (given) => {
        if (!isPlain(given)) return;
        plain += 1;
        expect(callInput.parse(given)).toEqual(given);
      }),
      { numRuns: 1_000 },
    );
    expect(plain).toBeGreaterThan(10);
  });

  it.each([
    ['another field', { command: 'x', input: {}, select: ['a'] }],
    ['no arguments', { command: 'x' }],
    ['arguments as text', { command: 'x', input: '{}' }],
    ['an empty name', { command: '', input: {} }],
  ])('has not %s', (_what, call) => {
    expect(isPlain(call)).toBe(false);
  });
});
