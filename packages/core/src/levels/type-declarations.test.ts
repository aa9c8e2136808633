import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../catalog/json.ts';
import { commentText, TypeDeclarations } from './type-declarations.ts';

const declare = (schema: JsonSchema, taken: string[] = []): string => new TypeDeclarations(taken).declare('X', schema);
const object = (properties: Record<string, unknown>, over: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...over,
});
/** The type of a schema that is the property of an object. */
const typeOf = (schema: unknown): string =>
  /^export type X = \{\n {2}a: ([\s\S]*);\n\};/.exec(declare(object({ a: schema }, { required: ['a'] })))?.[1] ?? '';

describe('TypeDeclarations', () => {
  it('writes the description, default and limits of each property as a comment above it', () => {
    const schema = object(
      {
        when: { type: 'string', format: 'date', description: 'Which day.\nLocal time.' },
        'odd key': { type: 'integer', default: 3, maximum: 9 },
      },
      { required: ['when'] },
    );
    expect(declare(schema)).toBe(
      [
        'export type X = {',
        '  /** Which day. Local time.; format "date" */',
        '  when: string;',
        '  /** default 3; max 9 */',
        '  "odd key"?: number;',
        '};',
      ].join('\n'),
    );
  });

  it.each([
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ enum: ['a', 'b'], nullable: true }, '"a" | "b" | null'],
    [{ const: { a: [1, 'x'] } }, '{"a":[1,"x"]}'],
    [{ anyOf: [{ type: 'string' }, { type: 'array', items: { enum: [1, 2] } }] }, 'string | (1 | 2)[]'],
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, '"a" | "b"'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string, ...number[]]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '[string]'],
    [
      { type: 'array', items: [{ type: 'string' }, {}], additionalItems: { type: 'null' } },
      '[string, unknown, ...null[]]',
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: true }, '[string, ...unknown[]]'],
    [{ items: { prefixItems: [{}, { type: ['number', 'null'] }], minItems: 1 } }, '[unknown, (number | null)?][]'],
    [{ items: { type: 'string' } }, 'string[]'],
    [{ type: [], items: { type: 'string' } }, 'string[]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
    [{ type: 'object', patternProperties: { '^x': { type: 'string' } } }, '{ [key: string]: string }'],
    [{ type: 'object', patternProperties: { '^x': false } }, '{ [key: string]: unknown }'],
    [{ type: 'object', unevaluatedProperties: { type: 'string' } }, '{ [key: string]: string }'],
    [{ type: 'object' }, '{ [key: string]: unknown }'],
    [{ type: 'object', properties: {} }, '{ [key: string]: unknown }'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [false, 'never'],
    [true, 'unknown'],
    [{ anyOf: [{ required: ['b'] }, { required: ['c'] }], type: 'object' }, '{ [key: string]: unknown }'],
    [{ $ref: 'https://elsewhere/schema' }, 'unknown'],
    [{ not: {} }, 'unknown'],
    [{ enum: Array.from({ length: 501 }, (_, index) => (index === 0 ? null : `v${index}`)) }, 'null | string'],
  ])('writes %j as %s', (schema, text) => {
    expect(typeOf(schema)).toBe(text);
  });

  it('keeps properties beside `oneOf`, and drops alternatives that only list required properties', () => {
    const beside = { ...object({ b: { type: 'string' } }), oneOf: [object({ c: {} }), { type: 'null' }] };
    expect(typeOf(beside).replace(/\s+/g, ' ')).toBe('{ b?: string; } & ({ c?: unknown; } | null)');
    const asking = { ...object({ b: { type: 'string' } }), anyOf: [{ required: ['b'] }, { required: ['c'] }] };
    expect(typeOf(asking).replace(/\s+/g, ' ')).toBe('{ b?: string; }');
  });

  it('writes an index signature that the named properties satisfy', () => {
    const text = { type: 'string' };
    const alike = object({ a: text }, { required: ['a'], additionalProperties: text });
    expect(declare(alike)).toContain('[key: string]: string;');
    expect(declare(object({ a: text }, { additionalProperties: text }))).toContain('[key: string]: unknown;');
    expect(declare(object({ a: text }, { additionalProperties: true }))).toContain('[key: string]: unknown;');
    expect(declare(object({ a: text }))).not.toContain('[key');
  });

  it('allows required properties that are not listed, and properties of conditional schemas', () => {
    const text = { type: 'string' };
    expect(declare(object({ a: text }, { required: ['b'] }))).toContain('  a?: string;\n  b: unknown;\n');
    const conditions = [
      { else: object({ b: text }) },
      { allOf: [{ if: {}, else: object({ b: text }) }] },
      { dependentSchemas: { a: object({ b: text }) } },
      { else: object({ b: text }), unevaluatedProperties: false },
    ];
    for (const over of conditions) expect(declare(object({ a: text }, over))).toContain('[key: string]: unknown;');
    const closed = object({ a: text }, { else: {}, additionalProperties: false });
    expect(declare(closed)).not.toContain('[key');
    const open = { type: 'object', additionalProperties: true, oneOf: [object({ a: text }), object({ b: text })] };
    expect(typeOf(open)).toMatch(/^\{ \[key: string\]: unknown \} & \(\{/);
  });

  it('writes an optional property that Object.prototype has as unknown', () => {
    expect(declare(object({ toString: { type: 'string' } }))).toContain('toString?: unknown;');
    expect(declare(object({ toString: { type: 'string' } }, { required: ['toString'] }))).toContain(
      'toString: string;',
    );
  });

  it('writes unknown for a union that is too large for the compiler', () => {
    const choice = (name: string, count: number): JsonSchema => ({
      anyOf: Array.from({ length: count }, (_, index) => object({ [`${name}${index}`]: {} })),
    });
    const $defs = { wide: choice('c', 50) };
    const both = (count: number): JsonSchema => ({ allOf: [choice('a', count), choice('b', count)] });
    expect(declare({ ...both(50), $defs })).toMatch(/^export type X = \(\{/);
    const three = { ...both(50), $ref: '#/$defs/wide', $defs };
    expect(declare(three)).toMatch(/^export type X = unknown;/);
  });

  it('declares each referenced schema once, by its name, also a recursive one', () => {
    const node = object({ children: { type: 'array', items: { $ref: '#/$defs/tree-node' } } });
    const schema = object(
      { a: { $ref: '#/$defs/tree-node' }, b: { $ref: '#/$defs/tree-node' } },
      {
        $defs: { 'tree-node': node },
      },
    );
    const text = declare(schema);
    expect(text).toContain('  a?: TreeNode;\n  b?: TreeNode;');
    expect(text.match(/type TreeNode =/g)).toHaveLength(1);
    expect(text).toContain('children?: TreeNode[];');
    expect(declare(object({ self: { $ref: '#' } }))).toContain('self?: X;');
  });

  it('gives schemas with the same name different names, and avoids names in use', () => {
    const schema = object(
      { a: { $ref: '#/$defs/Item' }, b: { $ref: '#/definitions/Item' }, c: { $ref: '#/$defs/record' } },
      { $defs: { Item: { type: 'string' }, record: { type: 'null' } }, definitions: { Item: { type: 'number' } } },
    );
    const text = declare(schema, ['Item']);
    expect(text).toContain('type Item2 = string;');
    expect(text).toContain('type Item3 = number;');
    expect(text).toContain('type Record2 = null;');
  });

  it('resolves references by pointer, by percent-encoded pointer and by anchor', () => {
    const schema = object(
      {
        a: { type: 'boolean' },
        b: { $ref: '#/properties/a' },
        c: { $ref: '#/$defs/List%3CInt%3E' },
        d: { $ref: '#here' },
        e: { $ref: '#/$defs/%E0%A4%A' },
      },
      { $defs: { 'List<Int>': { type: 'array' }, other: { $anchor: 'here', type: 'null' } } },
    );
    const text = declare(schema);
    expect(text).toContain('type A = boolean;');
    expect(text).toContain('= unknown[];');
    expect(text).toContain('type Here = null;');
    expect(text).toContain('e?: unknown;');
  });

  it('writes a type that only refers to itself as unknown', () => {
    const defs = {
      a: { $ref: '#/$defs/a' },
      b: { anyOf: [{ $ref: '#/$defs/c' }, { type: 'string' }] },
      c: { allOf: [{ $ref: '#/$defs/b' }] },
      d: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/d' } }, { type: 'string' }] },
    };
    const text = declare(
      object({ a: { $ref: '#/$defs/a' }, b: { $ref: '#/$defs/b' }, d: { $ref: '#/$defs/d' } }, { $defs: defs }),
    );
    expect(text).toContain('type A = unknown;');
    expect(text).toContain('type B = unknown;');
    expect(text).toContain('type D = D[] | string;');
    const tuple = { type: 'array', prefixItems: [{ type: 'array', items: { $ref: '#' } }] };
    expect(declare(tuple)).toBe('export type X = [unknown[]];');
    expect(declare(object({ a: tuple }))).toContain('a?: [X[]];');
  });

  it('stops at a maximum depth', () => {
    let deep: JsonSchema = { type: 'string' };
    for (let level = 0; level < 200; level += 1)
      deep = level % 2 ? { type: 'array', items: deep } : object({ a: deep });
    expect(declare(deep).length).toBeLessThan(5_000);
    expect(declare(deep)).toMatch(/unknown/);
  });

  it('writes a type for any value in the place of a schema', () => {
    const keywords = [
      '$ref',
      'type',
      'properties',
      'required',
      'items',
      'prefixItems',
      'anyOf',
      'oneOf',
      'allOf',
      'enum',
    ];
    const others = [
      'const',
      'nullable',
      'additionalProperties',
      'patternProperties',
      '$defs',
      'description',
      'default',
    ];
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('#', '#/$defs/a', 'object', 'array'));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keywords, ...others), value), (schema) => {
        expect(declare(schema)).toMatch(/^export type X = /);
      }),
    );
  });

  it('keeps text from ending a comment, hiding in it, or acting as a compiler directive', () => {
    const text = declare(object({ a: { description: 'x */ evil() /* \u202e\u2028 @ts-expect-error', default: '*/' } }));
    expect(text.match(/\*\//g)).toHaveLength(1);
    expect(text).not.toMatch(/@ts-|\u202e|\u2028/);
    expect(commentText(' a\r\n\tb\u0000c ')).toBe('a b c');
  });

  it('escapes invisible characters in literals', () => {
    expect(typeOf({ const: 'a\u202eb\u200b' })).toBe('"a\\u202eb\\u200b"');
    expect(declare(object({ 'a\u202e"': {} }))).toContain('"a\\u202e\\""?: unknown;');
  });
});
