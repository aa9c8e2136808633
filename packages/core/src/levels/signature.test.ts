import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, tool } from '../../../../test/fixtures/tools.ts';
import { toolOfCommand } from '../catalog/command-tool.ts';
import { parameterNames, signatureOf } from './signature.ts';

const object = (properties: Record<string, unknown>, required: string[] = []) =>
  tool('f', { type: 'object', properties, required });

describe('signatureOf', () => {
  it('writes a tool as one call, required parameters first', () => {
    const schema = object(
      { labels: { type: 'array', items: { type: 'string' } }, project: { type: 'string' }, title: { type: 'string' } },
      ['project', 'title'],
    );
    expect(signatureOf(schema, 'create_issue')).toBe('create_issue(project: string, title: string, labels?: string[])');
  });

  it('uses the tool name unless another one is given, also for a cached schema', () => {
    const cached = object({ a: { type: 'string' } });
    expect(signatureOf(cached)).toBe('f(a?: string)');
    expect(signatureOf(cached, 's/f')).toBe('s/f(a?: string)');
  });

  it('writes empty parentheses for a tool without parameters', () => {
    expect(signatureOf(tool('f'))).toBe('f()');
    expect(signatureOf(tool('f', { type: 'object', properties: 5 }))).toBe('f()');
  });

  it('counts optional parameters beyond twelve and never leaves out a required one', () => {
    const keys = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(keys.map((key) => [key, { type: 'number' }]));
    expect(signatureOf(object(properties))).toMatch(/p11\?: number, …8 more optional\)$/);
    const required = signatureOf(object(properties, keys));
    for (const key of keys) expect(required).toContain(`${key}: number`);
  });

  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ enum: ['a', 'b', 3, null] }, '"a" | "b" | 3 | null'],
    [{ const: 'x' }, '"x"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ anyOf: [{ type: 'number' }, { type: 'integer' }] }, 'number'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [
      { type: 'array', items: { type: 'object', properties: { a: { type: ['string', 'null'] } } } },
      '{ a?: string | null }[]',
    ],
    [
      {
        type: 'array',
        items: { anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'null' }] },
      },
      '({ a?: string } | null)[]',
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'array' }, 'unknown[]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'object' }, 'object'],
    [{ properties: { a: { type: 'string' } }, required: ['a'] }, '{ a: string }'],
    [
      {
        allOf: [
          { type: 'object', properties: { a: {} } },
          { type: 'object', properties: { b: {} } },
        ],
      },
      '{ a?: unknown } & { b?: unknown }',
    ],
    [{ allOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { const: 5 }] }, '(string | number) & 5'],
    [{ enum: [] }, 'never'],
    [{ type: 'array', items: { enum: ['{', '}'] } }, '("{" | "}")[]'],
    [{}, 'unknown'],
    [true, 'unknown'],
    [{ $ref: 'https://elsewhere/schema' }, 'unknown'],
    [{ $ref: '#/nowhere' }, 'unknown'],
  ])('writes %j as %s', (schema, text) => {
    expect(signatureOf(object({ a: schema }, ['a']))).toBe(`f(a: ${text})`);
  });

  it('follows references into the same document', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/one~1two~0' } },
      $defs: { 'one/two~': { type: 'object', properties: { b: { type: 'boolean' } } } },
    };
    expect(signatureOf(tool('f', schema))).toBe('f(a?: { b?: boolean })');
  });

  it('writes a recursive type once', () => {
    const schema = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } } },
    };
    expect(signatureOf(tool('f', schema))).toBe('f(node?: { children?: object[] })');
    const loop = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } };
    expect(signatureOf(tool('f', loop))).toBe('f(a?: object)');
  });

  it('shortens deep nesting and long enums', () => {
    const deep = (levels: number): unknown =>
      levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };
    expect(signatureOf(object({ x: deep(10) }))).toBe('f(x?: { a?: { a?: { a?: object } } })');
    const values = Array.from({ length: 13 }, (_, index) => index);
    expect(signatureOf(object({ x: { enum: values } }))).toMatch(/11 \| …\)$/);
  });

  it('quotes names that are not identifiers, so that a name cannot inject code or a line break', () => {
    const text = signatureOf(object({ 'a b': {}, 'x): void; hack(': {}, 'line\nbreak': {}, 'a-b': {}, $ok: {} }));
    expect(text).not.toContain('\n');
    expect(text).toContain('"a b"?: unknown');
    expect(text).toContain('"x): void; hack("?: unknown');
    expect(text).toContain('$ok?: unknown');
  });

  it('ignores inherited properties', () => {
    const schema = { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') };
    expect(signatureOf(tool('f', schema))).toBe('f(__proto__?: string)');
    expect(signatureOf(tool('f', Object.create({ properties: { a: {} } })))).toBe('f()');
  });

  it('writes an input that is a union or a reference as its type', () => {
    const input = z.union([z.object({ id: z.number() }), z.object({ name: z.string() })]);
    expect(signatureOf(toolOfCommand(command('get', { input }), 's'))).toBe('get({ id: number } | { name: string })');
    const referred = { $ref: '#/$defs/in', $defs: { in: { type: 'object', properties: { a: { type: 'string' } } } } };
    expect(signatureOf(tool('f', referred))).toBe('f({ a?: string })');
  });
});

describe('parameterNames', () => {
  it('separates required from optional parameters', () => {
    expect(parameterNames(object({ a: {}, b: {}, c: {} }, ['c', 'missing']))).toEqual({
      required: ['c'],
      optional: ['a', 'b'],
    });
  });
});
