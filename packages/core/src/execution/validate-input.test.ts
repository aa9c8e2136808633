import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith, errorOf } from '../../../../test/fixtures/tools.ts';

const engine = engineWith([
  command('user-create', {
    input: z.object({
      email: z.string(),
      name: z.string().optional(),
      role: z.enum(['admin', 'member']).optional(),
      age: z.int().min(18).optional(),
      tags: z.array(z.string()).optional(),
      address: z.object({ city: z.string() }).optional(),
    }),
  }),
]);
const call = (input: unknown) => engine.call({ command: 'user-create', input: input as Record<string, unknown> });
const errorFor = async (input: unknown) => errorOf(await call(input));

describe('a valid input', () => {
  it('goes through untouched and without warnings', async () => {
    const input = { email: '5', name: 'true', tags: ['1'] };
    const result = await call(input);
    expect(dataOf(result)).toEqual(input);
    expect(result.warnings).toBeUndefined();
  });

  it('is warned about fields that the command does not have, with the one that was meant', async () => {
    const result = await call({ email: 'a', nmae: 'Ada', zzzzzzzz: 1 });
    expect(dataOf(result)).toEqual({ email: 'a' });
    expect(result.warnings).toEqual([
      '"nmae" is not a field of this command; did you mean \'name\'?',
      '"zzzzzzzz" is not a field of this command',
    ]);
  });

  it('gets few warnings for ten thousand unknown fields', async () => {
    const extra = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`extra${index}`, 1]));
    const { warnings = [] } = await call({ email: 'a', ...extra });
    expect(warnings.length).toBeLessThanOrEqual(10);
    expect(warnings.join('\n')).toMatch(/99\d\d more/);
  });

  it('may have other fields where the schema takes any', async () => {
    const open = engineWith([command('a', { input: z.looseObject({ x: z.string() }) })]);
    const result = await open.call({ command: 'a', input: { x: '1', other: 2 } });
    expect(dataOf(result)).toEqual({ x: '1', other: 2 });
    expect(result.warnings).toBeUndefined();
  });
});

describe('an input that can be healed', () => {
  it('is healed, and a warning names every change', async () => {
    const result = await call({ email: 5, age: '20', tags: '["a"]', name: null });
    expect(dataOf(result)).toEqual({ email: '5', age: 20, tags: ['a'] });
    expect(result.warnings).toEqual([
      'email: read 5 as "5"',
      'age: read "20" as 20',
      'tags: read "[\\"a\\"]" as a list of 1',
      'name: left out, it was null',
    ]);
  });

  it('may be a JSON text as a whole, or nothing at all', async () => {
    expect(dataOf(await call('{"email":"a"}'))).toEqual({ email: 'a' });
    const none = engineWith([command('a', { input: z.object({}) })]);
    expect(dataOf(await none.call({ command: 'a', input: null as never }))).toEqual({});
  });

  it('keeps an allowed null while another field is healed', async () => {
    const set = engineWith([command('set', { input: z.object({ id: z.number(), value: z.unknown().optional() }) })]);
    expect(dataOf(await set.call({ command: 'set', input: { id: '5', value: null } }))).toEqual({ id: 5, value: null });
  });
});

describe('a validation error', () => {
  it('has a line per issue: path, expected type, actual value', async () => {
    const error = await errorFor({ email: 'a', role: 'boss', age: 'old', address: { city: 5, x: 1 }, tags: [1, {}] });
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message.split('\n')).toEqual([
      "Invalid input for 'user-create': ",
      '- role: expected "admin" | "member", got "boss"',
      '- age: expected number, got "old"',
      '- tags[0]: expected string, got 1',
      '- tags[1]: expected string, got an object with 0 fields',
      '- address.city: expected string, got 5',
    ]);
    expect(error.details).toMatchObject({
      issues: expect.arrayContaining([{ path: 'age', expected: 'number', got: '"old"' }]),
    });
  });

  it('names a missing field on one line and points to the schema', async () => {
    const error = await errorFor({ name: 'Alice' });
    expect(error.message).toBe("Invalid input for 'user-create': Required field 'email' is missing (string)");
    expect(error.suggestion).toMatch(/^Call afd-detail with command 'user-create' to see the expected input schema/);
  });

  it('gives the rule where the type was right', async () => {
    const error = await errorFor({ email: 'a', age: 5 });
    expect(error.message).toMatch(/age: .*>=18.*, got 5$/);
  });

  it('shows the message of a custom rule, also for a missing field', async () => {
    const input = z
      .object({ id: z.number().optional(), name: z.string().optional() })
      .refine(({ id, name }) => id !== undefined || name !== undefined, { error: 'Give id or name', path: ['id'] });
    const either = engineWith([command('get', { input })]);
    const error = errorOf(await either.call({ command: 'get', input: {} }));
    expect(error.message).toContain('id: Give id or name');
    expect(error.message).not.toContain('Required');
  });

  it('carries the signature, under the shortest address whichever was used', async () => {
    const signature =
      'user-create(email: string, name?: string, role?: "admin" | "member", age?: number, tags?: string[], address?: { city: string })';
    expect((await errorFor({})).details).toMatchObject({ signature });
    const error = errorOf(await engine.call({ command: 'test/user-create', input: {} }));
    expect(error.details).toHaveProperty('signature', signature);
  });

  it('suggests a repair: fields renamed, lists made, nearest choice, and what is missing', async () => {
    const error = await errorFor({ nme: 'Ada', role: 'admn', tags: 'x', age: '20', junkjunkjunk: 1 });
    expect(error.details).toHaveProperty('repaired', {
      name: 'Ada',
      role: 'admin',
      tags: ['x'],
      age: 20,
      email: '<string>',
    });
    expect(error.suggestion).toContain('Replace each <…> and send {"name":"Ada"');
  });

  it('suggests the value of the only unknown field for the only missing one', async () => {
    const file = z.object({ path: z.string(), lines: z.number().optional() });
    const reader = engineWith([command('read', { input: file })]);
    const repaired = async (input: Record<string, unknown>) =>
      (errorOf(await reader.call({ command: 'read', input })).details as { repaired: unknown }).repaired;
    expect(await repaired({ file: '/a.txt' })).toEqual({ path: '/a.txt' });
    expect(await repaired({ q: 5 })).toEqual({ path: '<string>' });
    // One field more than is required: it may mean something else.
    expect(await repaired({ lines: 3, encoding: 'utf8' })).toEqual({ lines: 3, path: '<string>' });
  });

  it('suggests a repair that keeps every other value whole, so that it can be sent', async () => {
    const name = 'a name of more than sixty characters, which an agent would have to type again';
    const { details, suggestion } = await errorFor({ email: 5.5, name, role: 'admn', address: { city: 1 } });
    const repaired = { email: '5.5', name, role: 'admin', address: { city: '1' } };
    expect(details).toHaveProperty('repaired', repaired);
    expect(suggestion).toContain(`Send ${JSON.stringify(repaired)}.`);
    expect((await call(repaired)).success).toBe(true);
  });

  it('takes a similar field for the one that was meant only if the value fits it', async () => {
    const input = z.strictObject({ search: z.string().optional(), level: z.enum(['name', 'full']).optional() });
    const finder = engineWith([command('find', { input })]);
    const errorOfFind = async (given: Record<string, unknown>) =>
      errorOf(await finder.call({ command: 'find', input: given }));
    const { message, suggestion, details } = await errorOfFind({ server: 'linear' });
    expect(message).toBe(`Invalid input for 'find': "server" is not a field`);
    expect(suggestion).not.toMatch(/level|\{\}/);
    expect(details).not.toHaveProperty('repaired');
    expect((await errorOfFind({ leevl: 'full' })).details).toHaveProperty('repaired', { level: 'full' });
  });

  it('suggests the bound for a number that is beyond it', async () => {
    const { details } = await errorFor({ email: 'a@b.c', age: 5 });
    expect(details).toHaveProperty('repaired', { email: 'a@b.c', age: 18 });
  });

  it('suggests no repair that would repeat a long input: the message names the wrong field', async () => {
    const { details, message, suggestion } = await errorFor({ email: 'a', name: 'x'.repeat(1_000), age: 'old' });
    expect(details).not.toHaveProperty('repaired');
    expect(message).toContain('age: expected number, got "old"');
    expect(suggestion).not.toContain('xxx');
  });

  it('suggests no repair where the schema names no fields to repair', async () => {
    const input = z.union([z.object({ id: z.number() }), z.object({ name: z.string() })]);
    const either = engineWith([command('get', { input })]);
    const error = errorOf(await either.call({ command: 'get', input: { id: 'x' } }));
    expect(error.suggestion).not.toContain('try {}');
    expect(error.details).toHaveProperty('signature', 'get({ id: number } | { name: string })');
  });

  it('shows at most eight issues', async () => {
    const error = await errorFor({ email: 'a', tags: Array(100).fill(1_000n) });
    expect(error.message.split('\n- ')).toHaveLength(9);
  });

  it.each([[[]], [5], ['text'], [true], ['[1]']])('answers an input of %j, which is no object', async (input) => {
    const error = await errorFor(input);
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toMatch(/input: expected an object, got /);
  });
});

describe('hostile inputs are answered', () => {
  const echo = engineWith([
    command('free', { input: z.looseObject({}) }),
    command('json', { input: z.object({ value: z.json() }) }),
    command('record', { input: z.object({ map: z.record(z.string(), z.unknown()) }) }),
    command('strings', { input: z.object({ list: z.array(z.string()), any: z.unknown().optional() }) }),
  ]);

  it('with __proto__ and constructor keys: nothing is polluted', async () => {
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    for (const [name, input] of [
      ['free', hostile],
      ['record', `{"map":${hostile}}`],
      ['json', `{"value":${hostile}}`],
    ] as const) {
      const result = await echo.call({ command: name, input: JSON.parse(input) });
      expect(result.success).toBe(true);
      const seen = dataOf(result) as { polluted?: unknown; map?: { polluted?: unknown } };
      expect(seen.polluted).toBeUndefined();
      expect(seen.map?.polluted).toBeUndefined();
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const refused = errorOf(await echo.call({ command: 'strings', input: JSON.parse(hostile) }));
    expect(Object.getPrototypeOf((refused.details as { repaired: object }).repaired)).toBe(Object.prototype);
  });

  it('with a text of a megabyte: it passes, and an error does not repeat it', async () => {
    const text = 'x'.repeat(1_000_000);
    expect(dataOf(await echo.call({ command: 'strings', input: { list: [text] } }))).toEqual({ list: [text] });
    const error = errorOf(await echo.call({ command: 'strings', input: { list: text, [text]: text } }));
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
  });

  it('with nesting of 10,000', async () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 10_000; depth += 1) deep = { a: deep };
    expect((await echo.call({ command: 'free', input: { deep } })).success).toBe(true);
    expect((await echo.call({ command: 'strings', input: { list: deep as never } })).success).toBe(false);
    const error = errorOf(await echo.call({ command: 'json', input: { value: deep } }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain('could not be checked');
  });

  it('with BigInt and cycles, which only a caller in this process can send', async () => {
    const cyclic: Record<string, unknown> = { list: 5n, any: 5n };
    cyclic['self'] = cyclic;
    const error = errorOf(await echo.call({ command: 'strings', input: cyclic }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toContain('list: expected string[], got 5n');
    expect(() => JSON.stringify(error)).not.toThrow();
  });

  it('also when the schema itself is broken', async () => {
    const input = z.object({ a: z.unknown() }).refine(() => {
      throw new Error('broken rule');
    });
    const broken = engineWith([command('broken', { input })]);
    const error = errorOf(await broken.call({ command: 'broken', input: { a: 1 } }));
    expect(error.message).toContain('broken rule');
  });
});
