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
    const checked = checkInput(schema, {});
    expect(checked.valid === false && checked.issues[0]?.message).toContain('title');
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
