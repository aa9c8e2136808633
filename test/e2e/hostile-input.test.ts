import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, type Target, type TestClient } from './clients.ts';
import { type DeskOptions, deskOverHttp, deskOverStdio, type RunningDesk } from './desk.ts';

const OPTIONS: DeskOptions = { toolStrategy: 'lazy', callTimeoutMs: 300 };
const MEGABYTE = 'x'.repeat(1_048_576);
/** Error messages must not echo large inputs. */
const LONGEST_ERROR = 2_000;

function nested(levels: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
}

/** An object with an own key `__proto__`, which a literal cannot have. */
const PROTO = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as object;

interface Hostile {
  readonly what: string;
  readonly tool?: string;
  readonly input: unknown;
  /** The expected error code; absent if the call succeeds. */
  readonly code?: string;
}

const CALLS: readonly Hostile[] = [
  { what: 'no command', input: {}, code: 'VALIDATION_ERROR' },
  { what: 'an empty command', input: { command: '' }, code: 'VALIDATION_ERROR' },
  { what: 'null as the command', input: { command: null }, code: 'VALIDATION_ERROR' },
  { what: 'an object as the command', input: { command: {} }, code: 'VALIDATION_ERROR' },
  { what: 'a list as the input', input: { command: 'ticket-get', input: [1] }, code: 'VALIDATION_ERROR' },
  { what: 'a text as the input', input: { command: 'ticket-get', input: 'id=1' }, code: 'VALIDATION_ERROR' },
  {
    what: 'a list where a number is wanted',
    input: { command: 'ticket-get', input: { id: [] } },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a number past all integers',
    input: { command: 'ticket-get', input: { id: 1e300 } },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a megabyte where a number is wanted',
    input: { command: 'ticket-get', input: { id: MEGABYTE } },
    code: 'VALIDATION_ERROR',
  },
  { what: 'a megabyte as the command', input: { command: MEGABYTE }, code: 'COMMAND_NOT_FOUND' },
  { what: 'a megabyte as a key', input: { command: 'ticket-get', input: { [MEGABYTE]: 1 } }, code: 'VALIDATION_ERROR' },
  {
    what: 'a megabyte that is allowed',
    input: { command: 'probe-echo', input: { value: MEGABYTE }, select: ['length'] },
  },
  { what: 'a megabyte to search for', tool: 'afd-discover', input: { search: MEGABYTE } },
  {
    what: 'a megabyte as a category',
    tool: 'afd-discover',
    input: { category: MEGABYTE },
    code: 'VALIDATION_ERROR',
  },
  { what: 'a megabyte as a cursor', tool: 'afd-more', input: { cursor: MEGABYTE }, code: 'VALIDATION_ERROR' },
  {
    what: 'a megabyte as a reference',
    tool: 'afd-pipe',
    input: {
      steps: [
        { command: 'ticket-get', input: { id: 1 } },
        { command: 'ticket-get', input: { id: `$prev.${MEGABYTE}` } },
      ],
    },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a megabyte as the name of a step',
    tool: 'afd-pipe',
    input: { steps: [{ command: 'ticket-get', input: { id: `$steps.${MEGABYTE}.id` } }] },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a thousand levels that are allowed',
    input: { command: 'probe-echo', input: { value: nested(1_000) }, select: ['length'] },
  },
  {
    what: 'a thousand levels where a number is wanted',
    input: { command: 'ticket-get', input: { id: nested(1_000) } },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a thousand levels in a pipe',
    tool: 'afd-pipe',
    input: { steps: [{ command: 'probe-echo', input: { value: nested(1_000) } }] },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a thousand levels as a condition',
    tool: 'afd-pipe',
    input: { steps: [{ command: 'ticket-get', when: nested(1_000) }] },
    code: 'VALIDATION_ERROR',
  },
  { what: '__proto__ as the command', input: { command: '__proto__' }, code: 'COMMAND_NOT_FOUND' },
  { what: 'constructor as the command', input: { command: 'constructor' }, code: 'COMMAND_NOT_FOUND' },
  { what: '__proto__ in the input', input: { command: 'ticket-get', input: PROTO }, code: 'VALIDATION_ERROR' },
  { what: '__proto__ in data that is allowed', input: { command: 'probe-echo', input: { value: PROTO } } },
  { what: '__proto__ beside good input', input: { command: 'ticket-get', input: { ...PROTO, id: '4' } } },
  {
    what: '__proto__ as selected fields',
    input: { command: 'ticket-get', input: { id: 1 }, select: ['__proto__.admin', 'constructor.name'] },
  },
  {
    what: '__proto__ as a reference',
    tool: 'afd-pipe',
    input: {
      steps: [
        { command: 'ticket-get', input: { id: 1 } },
        { command: 'probe-echo', input: { value: '$prev.__proto__' } },
      ],
    },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'constructor as a reference',
    tool: 'afd-pipe',
    input: {
      steps: [
        { command: 'ticket-get', input: { id: 1 } },
        { command: 'probe-echo', input: { value: '$prev.constructor.name' } },
      ],
    },
    code: 'VALIDATION_ERROR',
  },
  {
    what: '__proto__ as a known schema',
    tool: 'afd-detail',
    input: { command: 'ticket-get', known: PROTO },
    code: 'VALIDATION_ERROR',
  },
  {
    what: '__proto__ as a category',
    tool: 'afd-discover',
    input: { category: '__proto__', tag: 'constructor' },
    code: 'VALIDATION_ERROR',
  },
  {
    what: 'a batch of a thousand',
    tool: 'afd-batch',
    input: { commands: Array.from({ length: 1_000 }, () => ({ command: 'ticket-get' })) },
    code: 'VALIDATION_ERROR',
  },
  { what: 'a batch that is no list', tool: 'afd-batch', input: { commands: 'ticket-get' }, code: 'VALIDATION_ERROR' },
  { what: 'a pipe without steps', tool: 'afd-pipe', input: { steps: [] }, code: 'VALIDATION_ERROR' },
  { what: 'a handler that throws', input: { command: 'fault-throw' }, code: 'INTERNAL_ERROR' },
  { what: 'a handler that returns nonsense', input: { command: 'fault-nonsense' }, code: 'INTERNAL_ERROR' },
  { what: 'a handler whose data is a cycle', input: { command: 'fault-cycle' }, code: 'INTERNAL_ERROR' },
  { what: 'a handler that hangs', input: { command: 'job-hang' }, code: 'TIMEOUT' },
  {
    what: 'a cycle within a batch',
    tool: 'afd-batch',
    input: { commands: [{ command: 'fault-cycle' }] },
  },
];

let desk: RunningDesk;
beforeAll(async () => {
  desk = await deskOverHttp(OPTIONS);
});
afterAll(() => desk?.stop());

const [, modern, v1] = CLIENTS;
const WAYS = [
  { name: 'modern over HTTP', kind: modern, target: (): Target => ({ kind: 'http', url: desk.url }) },
  { name: 'legacy over stdio', kind: v1, target: (): Target => deskOverStdio(OPTIONS) },
];

describe.each(WAYS)('$name', ({ kind, target }) => {
  let client: TestClient;
  beforeAll(async () => {
    client = (await kind?.connect(target())) as TestClient;
  });
  afterAll(() => client?.close());

  it.each(CALLS)('answers $what, and keeps serving', async ({ tool = 'afd-call', input, code }) => {
    const { result, text, isError } = await client.call(tool, input as Record<string, unknown>);
    expect(result.error?.code).toBe(code);
    expect(isError).toBe(code !== undefined);
    if (code !== undefined) {
      expect(text.length).toBeLessThan(LONGEST_ERROR);
      expect(JSON.stringify(result).length).toBeLessThan(2 * LONGEST_ERROR);
    }
    expect((await client.call('probe-polluted')).result.data).toEqual({ polluted: false });
  });

  it.each(['__proto__', 'constructor', '', ' ', 'x'.repeat(5_000), '../../etc/passwd'])(
    'refuses a tool with a hostile name (%#), and keeps serving',
    async (name) => {
      const refusal = await client.call(name, {}).catch((error: Error) => error);
      expect(refusal).toMatchObject({ code: -32602 });
      expect((refusal as Error).message.length).toBeLessThan(LONGEST_ERROR);
      expect((await client.call('ticket-get', { id: 1 })).result.success).toBe(true);
    },
  );

  it('refuses a tool name of one megabyte, and keeps serving', async () => {
    const refusal = (await client.call(MEGABYTE).catch((error: Error) => error)) as Error;
    // A modern client repeats the name in an HTTP header, whose size is limited.
    if (client.era === 'modern') expect(refusal).toMatchObject({ data: { status: 431 } });
    else expect(refusal).toMatchObject({ code: -32602 });
    expect(refusal.message.length).toBeLessThan(LONGEST_ERROR);
    expect((await client.call('ticket-get', { id: 1 })).result.success).toBe(true);
  });

  it('passes hostile values to the handler unchanged', async () => {
    const { result } = await client.call('probe-echo', { value: PROTO });
    expect(Object.hasOwn(result.data.value, '__proto__')).toBe(true);
    expect(result.data.value.admin).toBeUndefined();
  });

  it('answers a hundred calls at once, good and bad, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        client.call('afd-call', id % 3 === 0 ? { command: 'fault-throw' } : { command: 'ticket-get', input: { id } }),
      ),
    );
    for (const [id, { result }] of answers.entries()) {
      if (id % 3 === 0) expect(result.error?.code).toBe('INTERNAL_ERROR');
      else expect(result.data.id).toBe(id);
    }
  });
});
