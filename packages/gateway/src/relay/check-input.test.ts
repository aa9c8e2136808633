import { describe, expect, it } from 'vitest';
import { checkInput } from './check-input.ts';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
  required: ['title'],
};

describe('the check of an input against the schema of an upstream', () => {
  it('accepts valid input unchanged', () => {
    const input = { title: 'x', labels: ['a'] };
    expect(checkInput(schema, input)).toEqual({ valid: true, value: input });
  });

  it('reports the position of an error', () => {
    const checked = checkInput(schema, { title: 'x', labels: ['a', 5] });
    expect(checked).toMatchObject({ valid: false, issues: [{ path: ['labels', '1'] }] });
  });

  it('reports missing properties', () => {
    const nested = { type: 'object', properties: { a: { type: 'object', required: ['b "c"'] } }, required: ['a'] };
    expect(checkInput(nested, {})).toEqual({ valid: false, issues: [{ path: ['a'], message: 'is missing' }] });
    expect(checkInput(nested, { a: {} })).toMatchObject({ issues: [{ path: ['a', 'b "c"'], message: 'is missing' }] });
  });

  it('reports a field that the schema does not allow, once', () => {
    const closed = { ...schema, additionalProperties: false };
    expect(checkInput(closed, { title: 'x', other: 1 })).toEqual({
      valid: false,
      issues: [{ path: ['other'], message: 'is not a field' }],
    });
  });

  it('does not check patterns, because a pattern could block the process for minutes', () => {
    const hostile = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const started = performance.now();
    expect(checkInput(hostile, { a: `${'a'.repeat(40)}!` }).valid).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('still checks a property named pattern', () => {
    const named = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] };
    expect(checkInput(named, { pattern: 5 }).valid).toBe(false);
  });

  it.each([
    [{ type: 'object', properties: { a: { $ref: '#/$defs/missing' } } }, { a: 1 }],
    [{ $ref: '#' }, { a: 1 }],
    [{ type: 'object', properties: 'nonsense' }, {}],
    [{ type: 'object', properties: { a: { type: 'string', enum: [] } }, required: ['a'] }, { a: 'x' }],
  ])('accepts every input for an invalid schema: %j', (broken, input) => {
    expect(checkInput(broken as never, input).valid).toBe(true);
  });

  it('still checks a property named enum', () => {
    const named = { type: 'object', properties: { enum: { type: 'string' } }, required: ['enum'] };
    expect(checkInput(named, { enum: 5 }).valid).toBe(false);
  });

  it('checks tuples in both JSON Schema dialects', () => {
    const old = { type: 'object', properties: { at: { type: 'array', items: [{ type: 'number' }] } } };
    const recent = { type: 'object', properties: { at: { type: 'array', prefixItems: [{ type: 'number' }] } } };
    for (const tuple of [old, recent]) {
      expect(checkInput(tuple, { at: [1, 'x'] }).valid).toBe(true);
      expect(checkInput(tuple, { at: ['x'] }).valid).toBe(false);
    }
  });
});

/** 30 definitions, each of which refers twice to the next: 2^30 visits if each reference is followed. */
function fanOut(combine: (ref: object) => object): { $defs: Record<string, object>; $ref: string } {
  const $defs: Record<string, object> = { d30: { type: 'object' } };
  for (let n = 0; n < 30; n += 1) $defs[`d${n}`] = combine({ $ref: `#/$defs/d${n + 1}` });
  return { $defs, $ref: '#/$defs/d0' };
}

describe('a schema that is made to be expensive', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { x: nested(depth - 1), y: nested(0) });
  let ids: object = { type: 'string' };
  for (let n = 0; n < 40; n += 1) ids = { $id: `https://example.com/${n}`, properties: { a: ids } };
  const recursive = {
    $defs: { node: { properties: { x: { allOf: [{ $ref: '#/$defs/node' }, { $ref: '#/$defs/node' }] } } } },
    $ref: '#/$defs/node',
  };
  const longEnum = Array.from({ length: 20_000 }, (_, n) => `v${n}`);
  it.each([
    ['allOf of references', fanOut((ref) => ({ allOf: [ref, ref] })), { a: 1 }],
    ['anyOf of references', fanOut((ref) => ({ not: { anyOf: [ref, ref], not: ref } })), { a: 1 }],
    ['oneOf of references', fanOut((ref) => ({ oneOf: [ref, ref] })), { a: 1 }],
    ['if and else', fanOut((ref) => ({ if: { not: ref }, else: ref })), { a: 1 }],
    ['a recursive definition with a nested input', recursive, nested(40)],
    ['nested identifiers', ids, { a: {} }],
    ['unique items', { properties: { a: { uniqueItems: true } } }, { a: Array.from({ length: 200_000 }, String) }],
    ['a long enum', { properties: { a: { items: { enum: longEnum } } } }, { a: new Array(100_000).fill('no') }],
  ])('is checked within a budget, and then left to the server: %s', (_name, schema, input) => {
    expect(checkInput(schema as never, input as never)).toEqual({ valid: true, value: input });
  });

  it('does not take the check of other schemas along', () => {
    checkInput(fanOut((ref) => ({ allOf: [ref, ref] })) as never, { a: 1 });
    expect(checkInput(schema, {}).valid).toBe(false);
  });
});
