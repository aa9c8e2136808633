import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../catalog/json.ts';
import { brief, coerce } from './coerce.ts';

const schema = z.object({
  count: z.number().optional(),
  whole: z.int().optional(),
  on: z.boolean().optional(),
  text: z.string().optional(),
  object: z.object({ n: z.number().optional() }).optional(),
  list: z.array(z.number()).optional(),
  nullable: z.string().nullable().optional(),
  any: z.unknown().optional(),
  either: z.union([z.string(), z.number()]).optional(),
  choice: z.union([z.object({ n: z.number() }), z.null()]).optional(),
});
const json = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
const of = (input: unknown) => coerce(input, json);

describe('coerce corrects values whose meaning is certain', () => {
  it.each([
    [{ count: '5' }, { count: 5 }],
    [{ count: ' -1.5 ' }, { count: -1.5 }],
    [{ count: '1e3' }, { count: 1000 }],
    [{ whole: '7' }, { whole: 7 }],
    [{ whole: '7.0' }, { whole: 7 }],
    [{ on: 'true' }, { on: true }],
    [{ on: 'false' }, { on: false }],
    [{ text: 5 }, { text: '5' }],
    [{ text: -0.5 }, { text: '-0.5' }],
    [{ object: '{"n":"5"}' }, { object: { n: 5 } }],
    [{ list: '[1,"2"]' }, { list: [1, 2] }],
    [{ object: { n: '5' } }, { object: { n: 5 } }],
    [{ text: null }, {}],
    [{ choice: { n: '5' } }, { choice: { n: 5 } }],
  ])('%j becomes %j, with a note', (input, value) => {
    const coerced = of(input);
    expect(coerced.value).toEqual(value);
    expect(coerced.notes.length).toBeGreaterThan(0);
  });

  it('notes the path, the old and the new value', () => {
    expect(of({ object: { n: '5' } }).notes).toEqual(['object.n: read "5" as 5']);
    expect(of({ list: [1, '2'] }).notes).toEqual(['list[1]: read "2" as 2']);
    expect(of({ text: null }).notes).toEqual(['text: left out, it was null']);
    expect(coerce('{"a":1}', { type: 'object' }).notes).toEqual([
      'input: read "{\\"a\\":1}" as an object with 1 field',
    ]);
  });

  it('follows references', () => {
    const referring = { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'number' } } };
    expect(coerce({ n: '5' }, referring).value).toEqual({ n: 5 });
  });
});

describe('coerce keeps ambiguous values', () => {
  it.each([
    [{ count: 'five' }],
    [{ count: '' }],
    [{ count: '0x10' }],
    [{ count: '1,000' }],
    [{ count: '5 apples' }],
    [{ count: 'Infinity' }],
    [{ count: 'NaN' }],
    [{ count: '1e999' }],
    [{ count: '1e-999' }],
    [{ count: '9007199254740993' }],
    [{ count: true }],
    [{ count: [5] }],
    [{ whole: '1.5' }],
    [{ whole: '9007199254740993' }],
    [{ on: 1 }],
    [{ on: 'yes' }],
    [{ on: 'TRUE' }],
    [{ on: '' }],
    [{ text: true }],
    [{ text: { a: 1 } }],
    [{ text: Number.NaN }],
    [{ object: '{broken' }],
    [{ object: '[1]' }],
    [{ object: 'text' }],
    [{ list: '{"a":1}' }],
    [{ list: '1,2' }],
    [{ list: 5 }],
    [{ nullable: null }],
    [{ any: null }],
    [{ any: '5' }],
    [{ either: '5' }],
    [{ either: 5 }],
    [{ choice: null }],
    [{ unknown: '5' }],
    [{ unknown: null }],
  ])('%j stays', (input) => {
    expect(of(input)).toEqual({ value: input, notes: [] });
  });

  it('a null in a required field', () => {
    const required = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(coerce({ a: null }, required)).toEqual({ value: { a: null }, notes: [] });
  });

  it('a null that a reference, an enum or a nested choice allows', () => {
    const open = {
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/nullable' },
        b: { enum: ['x', null] },
        c: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/nullable' }] },
        d: { const: null },
        e: { anyOf: [{ $ref: '#/properties/e' }, { type: 'string' }] },
      },
      $defs: { nullable: { type: ['string', 'null'] } },
    };
    const input = { a: null, b: null, c: null, d: null };
    expect(coerce(input, open)).toEqual({ value: input, notes: [] });
    expect(() => coerce({ e: null }, open)).not.toThrow();
  });

  it('whatever is valid already', () => {
    const valid = fc.record(
      {
        count: fc.double({ noNaN: true, noDefaultInfinity: true }),
        whole: fc.maxSafeInteger(),
        on: fc.boolean(),
        text: fc.oneof(fc.string(), fc.constantFrom('5', 'true', '{}', '[]', 'null')),
        object: fc.record({ n: fc.integer() }, { requiredKeys: [] }),
        list: fc.array(fc.integer()),
        nullable: fc.option(fc.string()),
        any: fc.jsonValue(),
        either: fc.oneof(fc.string(), fc.integer()),
        choice: fc.option(fc.record({ n: fc.integer() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(valid, (input) => {
        expect(schema.safeParse(input).success).toBe(true);
        const { value, notes } = of(input);
        expect(notes).toEqual([]);
        expect(value).toEqual(input);
      }),
    );
  });
});

describe('coerce and hostile input', () => {
  it('keeps __proto__ and constructor as plain own fields and pollutes nothing', () => {
    const input = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    const { value } = coerce(input, { type: 'object', properties: {} });
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('ends on nesting of 10,000, on both sides', () => {
    let deep: unknown = '5';
    for (let depth = 0; depth < 10_000; depth += 1) deep = { a: deep };
    const recursive = { type: 'object', properties: { a: { $ref: '#' } } };
    expect(coerce(deep, recursive).value).toEqual(expect.anything());
    const text = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const lists = { type: 'array', items: { $ref: '#' } };
    expect(() => coerce(text, lists)).not.toThrow();
  });
});

describe('brief', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['"short"', 'short'],
    [`"${'x'.repeat(40)}"… (1000000 characters)`, 'x'.repeat(1_000_000)],
    ['a list of 2', [1, 2]],
    ['an object with 1 field', { a: 1 }],
    ['5n', 5n],
    ['symbol', Symbol('s')],
    ['function', () => 1],
  ])('says %s', (text, value) => {
    expect(brief(value)).toBe(text);
  });
});
