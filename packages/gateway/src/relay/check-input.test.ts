import { describe, expect, it } from 'vitest';
import { checkInput } from './check-input.ts';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
  required: ['title'],
};

describe('the check of an input against the schema of an upstream', () => {
  it('lets through what fits, as it is', () => {
    const input = { title: 'x', labels: ['a'] };
    expect(checkInput(schema, input)).toEqual({ valid: true, value: input });
  });

  it('says where something is wrong', () => {
    const checked = checkInput(schema, { title: 'x', labels: ['a', 5] });
    expect(checked).toMatchObject({ valid: false, issues: [{ path: ['labels', '1'] }] });
  });

  it('says what is missing', () => {
    const checked = checkInput(schema, {});
    expect(checked.valid === false && checked.issues[0]?.message).toContain('title');
  });

  it('leaves patterns to the server: one of them could keep this process busy for minutes', () => {
    const hostile = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const started = performance.now();
    expect(checkInput(hostile, { a: `${'a'.repeat(40)}!` }).valid).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('still checks a property that is named pattern', () => {
    const named = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] };
    expect(checkInput(named, { pattern: 5 }).valid).toBe(false);
  });

  it.each([
    [{ type: 'object', properties: { a: { $ref: '#/$defs/missing' } } }, { a: 1 }],
    [{ $ref: '#' }, { a: 1 }],
    [{ type: 'object', properties: 'nonsense' }, {}],
    [{ type: 'object', properties: { a: { type: 'string', enum: [] } }, required: ['a'] }, { a: 'x' }],
  ])('accepts everything where the schema itself is broken: %j', (broken, input) => {
    expect(checkInput(broken as never, input).valid).toBe(true);
  });

  it('still checks a property that is named enum', () => {
    const named = { type: 'object', properties: { enum: { type: 'string' } }, required: ['enum'] };
    expect(checkInput(named, { enum: 5 }).valid).toBe(false);
  });

  it('reads tuples in both dialects', () => {
    const old = { type: 'object', properties: { at: { type: 'array', items: [{ type: 'number' }] } } };
    const recent = { type: 'object', properties: { at: { type: 'array', prefixItems: [{ type: 'number' }] } } };
    for (const tuple of [old, recent]) {
      expect(checkInput(tuple, { at: [1, 'x'] }).valid).toBe(true);
      expect(checkInput(tuple, { at: ['x'] }).valid).toBe(false);
    }
  });
});
