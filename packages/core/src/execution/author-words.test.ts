import { fromJsonSchema } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, engineWith, errorOf } from '../../../../test/fixtures/tools.ts';
import type { CommandSchema } from '../catalog/command-schema.ts';

/** The lines of the validation error for an input. */
async function linesFor(input: CommandSchema, value: Record<string, unknown>): Promise<string[]> {
  const engine = engineWith([command('a', { input })]);
  const { code, message } = errorOf(await engine.call({ command: 'a', input: value }));
  expect(code).toBe('VALIDATION_ERROR');
  return message.replace(/^Invalid input for 'a': (\n- )?/, '').split('\n- ');
}

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), to: z.email() }),
  z.object({ kind: z.literal('call'), number: z.string().min(5) }),
]);

describe('a validation error keeps the words of', () => {
  it.each<[string, CommandSchema, Record<string, unknown>, string[]]>([
    ['a format', z.object({ email: z.email() }), { email: 'nope' }, ['email: Invalid email address, got "nope"']],
    ['a range', z.object({ n: z.number().min(1) }), { n: 0 }, ['n: Too small: expected number to be >=1, got 0']],
    [
      'an author, for a range',
      z.object({ n: z.number().min(1, 'At least one box') }),
      { n: 0 },
      ['n: At least one box, got 0'],
    ],
    [
      'an author, for a type',
      z.object({ n: z.number('Cents, as a number') }),
      { n: 'x' },
      ['n: Cents, as a number (number), got "x"'],
    ],
    [
      'an author, for a missing field',
      z.object({ id: z.string('Name the order') }),
      {},
      ["Required field 'id' is missing (string): Name the order"],
    ],
    [
      'a refinement',
      z.object({ iban: z.string().refine(() => false, 'Invalid IBAN') }),
      { iban: 'DE1' },
      ['iban: Invalid IBAN, got "DE1"'],
    ],
    [
      'a refinement of the whole input',
      z.object({ a: z.string(), b: z.string() }).refine(({ a, b }) => a === b, 'Passwords differ'),
      { a: 'x', b: 'y' },
      ['input: Passwords differ, got an object with 2 fields'],
    ],
    ['a choice', z.object({ to: z.enum(['a', 'b']) }), { to: 'zzzz' }, ['to: expected "a" | "b", got "zzzz"']],
    [
      'a union of types',
      z.object({ id: z.union([z.string().min(3), z.number()]) }),
      { id: [] },
      ['id: expected string | number, got a list of 0'],
    ],
    [
      'the option of a union that was meant',
      z.object({ to: z.union([z.object({ mail: z.email() }), z.object({ phone: z.string(), country: z.string() })]) }),
      { to: { mail: 'x' } },
      ['to.mail: Invalid email address, got "x"'],
    ],
    [
      'the only option of a union that an object can mean',
      z.object({ range: z.union([z.number(), z.object({ min: z.number('Cents, as a number'), max: z.number() })]) }),
      { range: { min: [], max: 1 } },
      ['range.min: Cents, as a number, got a list of 0'],
    ],
    [
      'the option of a discriminated union',
      z.object({ target }),
      { target: { kind: 'mail', to: 'x' } },
      ['target.to: Invalid email address, got "x"'],
    ],
    [
      'Valibot',
      toStandardJsonSchema(v.object({ email: v.pipe(v.string(), v.email()) })),
      { email: 'nope' },
      ['email: Invalid email, got "nope"'],
    ],
    ['ArkType', type({ age: 'number >= 18' }), { age: 3 }, ['age: must be at least 18, got 3']],
    [
      'JSON Schema',
      fromJsonSchema({
        type: 'object',
        properties: {
          n: { type: 'integer', minimum: 5 },
          list: { type: 'array', items: { type: 'string', minLength: 2 } },
        },
      }),
      { n: 1 },
      ['n: must be >= 5, got 1'],
    ],
    [
      'JSON Schema in a list',
      fromJsonSchema({
        type: 'object',
        properties: { list: { type: 'array', items: { type: 'string', minLength: 2 } } },
      }),
      { list: ['ab', 'c'] },
      ['list[1]: must NOT have fewer than 2 characters, got "c"'],
    ],
    [
      'JSON Schema for a missing field',
      fromJsonSchema({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }),
      {},
      ["Required field 'id' is missing (string)"],
    ],
  ])('%s', async (_kind, input, value, lines) => {
    expect(await linesFor(input, value)).toEqual(lines);
  });

  it('names the options where the discriminator fits none', async () => {
    const [line] = await linesFor(z.object({ target }), { target: { kind: 'fax' } });
    expect(line).toMatch(/^target\.kind: .*got "fax"$/);
  });

  it('cuts a message of a library that is too long for a model', async () => {
    const [line = ''] = await linesFor(z.object({ a: z.string().refine(() => false, 'x'.repeat(5_000)) }), { a: '1' });
    expect(line.length).toBeLessThan(250);
  });
});
