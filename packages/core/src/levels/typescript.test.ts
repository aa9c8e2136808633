import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { command, tool } from '../../../../test/fixtures/tools.ts';
import { toolOfCommand } from '../catalog/command-tool.ts';
import { typescriptOf } from './typescript.ts';

describe('typescriptOf', () => {
  it('writes a declaration with one line and comment for each parameter', () => {
    const input = z.object({
      id: z.int().min(1).max(10).describe('Which order. More text.'),
      note: z.string().max(5).default('none'),
      when: z.iso.date().nullable().optional(),
      size: z.enum(['s', 'm']).optional(),
    });
    const output = z.object({ ok: z.boolean() });
    expect(typescriptOf(toolOfCommand(command('order-get', { input, output }), 's'), 'order-get')).toBe(
      [
        '"order-get"(input: {',
        '  id: number; // Which order; min 1; max 10',
        '  note?: string; // default "none"; max length 5',
        '  when?: string | null;',
        '  size?: "s" | "m";',
        '}): { ok: boolean }',
      ].join('\n'),
    );
  });

  it('writes no input and an unknown result for a tool without schemas', () => {
    expect(typescriptOf(tool('f'), 'f')).toBe('f(): unknown');
  });

  it('omits the safe integer range and the pattern of a format', () => {
    const schema = {
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        d: { type: 'string', format: 'date', pattern: '^long$' },
        p: { type: 'string', pattern: '^a$' },
      },
    };
    const text = typescriptOf(tool('f', schema), 'f');
    expect(text).toContain('  n?: number;\n');
    expect(text).toContain('  d?: string; // format "date"\n');
    expect(text).toContain('  p?: string; // pattern "^a$"\n');
  });

  it('writes deeper levels than a signature', () => {
    const input = z.object({ a: z.object({ b: z.object({ c: z.object({ d: z.object({ e: z.string() }) }) }) }) });
    expect(typescriptOf(toolOfCommand(command('f', { input }), 's'), 'f')).toContain('d: { e: string }');
  });

  it('writes an input that is a union of objects', () => {
    const input = z.union([z.object({ id: z.number() }), z.object({ name: z.string() })]);
    expect(typescriptOf(toolOfCommand(command('get', { input }), 's'), 'get')).toBe(
      'get(input: { id: number } | { name: string }): unknown',
    );
  });

  it('writes one line for each parameter, whatever its name, texts and values contain', () => {
    const hostile = fc.oneof(
      fc.constantFrom('*/ hack()', '// x', 'a\nb', '\r\n}', '\u2028', '\u2029x', '`x`', '"', '\\', '__proto__'),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    );
    const property = fc.record(
      {
        type: fc.constantFrom('string', 'number'),
        description: hostile,
        default: fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 })),
        pattern: hostile,
        format: hostile,
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(hostile, property), { selector: ([key]) => key, minLength: 1 }), (pairs) => {
        const properties = Object.fromEntries(pairs);
        const count = Object.keys(properties).length;
        const lines = typescriptOf(tool('f', { type: 'object', properties }), 'f').split(/[\r\n]/);
        expect(lines).toHaveLength(count + 2);
        for (const line of lines.slice(1, -1))
          expect(line).toMatch(/^ {2}(?:[A-Za-z_$][\w$]*|".*")\?: (string|number);/s);
        // These two line separators also end a `//` comment in JavaScript.
        for (const line of lines) expect(line.split('; //').slice(1).join('')).not.toMatch(/[\u2028\u2029]/);
      }),
    );
  });
});
