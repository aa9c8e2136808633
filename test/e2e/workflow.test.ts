import { ERROR_CODES } from '@foldout/core';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unstamped } from '../fixtures/unstamped.ts';
import { allTools, CLIENTS, type ClientKind, type Target, type TestClient } from './clients.ts';
import { type DeskOptions, deskOverHttp, deskOverStdio, type RunningDesk } from './desk.ts';

const LAZY: DeskOptions = { toolStrategy: 'lazy', callTimeoutMs: 500, maxResultChars: 2_000, listTtlMs: 30_000 };
const LISTED: DeskOptions = { toolStrategy: 'individual', dispatch: 'by-risk', pageSize: 4 };
const FIVE = ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'];

/** For each error code, a call through `afd-call` that returns it. `CANCELLED` and `INPUT_REQUIRED` have separate tests. */
const FAILURES: Record<string, { command: string; input?: Record<string, unknown>; says: RegExp; advises: RegExp }[]> =
  {
    VALIDATION_ERROR: [
      { command: 'ticket-create', says: /'title' is missing/, advises: /afd-detail with command 'ticket-create'/ },
      {
        command: 'ticket-get',
        input: { id: 'seven' },
        says: /id: expected number, got "seven"/,
        advises: /afd-detail/,
      },
    ],
    COMMAND_NOT_FOUND: [
      { command: 'ticket-crate', says: /No command named 'ticket-crate'/, advises: /^Did you mean 'ticket-create'\?/ },
      { command: 'zzzz', says: /No command named 'zzzz'/, advises: /^Use afd-discover to list all commands/ },
    ],
    COMMAND_NOT_EXPOSED: [{ command: 'ticket-audit', says: /'ticket-audit'/, advises: /afd-discover/ }],
    COMMAND_DISABLED: [{ command: 'ticket-purge', says: /'ticket-purge' is disabled/, advises: /operator/ }],
    CONTEXT_MISMATCH: [
      { command: 'invoice-refund', input: { invoice: 'a' }, says: /context 'billing'/, advises: /context: 'billing'/ },
    ],
    TIMEOUT: [{ command: 'job-hang', says: /'job-hang' was stopped.*500 ms/, advises: /Try again/ }],
    RATE_LIMITED: [{ command: 'job-limited', says: /limit of 1 calls per 60 s/, advises: /Try again in \d+ s/ }],
    UPSTREAM_UNAVAILABLE: [{ command: 'fault-unavailable', says: /'crm' is down/, advises: /in a minute/ }],
    UPSTREAM_ERROR: [{ command: 'fault-upstream', says: /answered 500/, advises: /log/ }],
    INTERNAL_ERROR: [
      {
        command: 'fault-throw',
        says: /'fault-throw' failed unexpectedly \(trace /,
        advises: /the command itself failed/,
      },
      { command: 'fault-nonsense', says: /returned number/, advises: /success\(data\)/ },
      { command: 'fault-cycle', says: /cannot be written as JSON/, advises: /plain JSON/ },
    ],
  };

// Cancellation, questions, policies and paused scripts have tests of their own.
const ELSEWHERE = ['APPROVAL_REQUIRED', 'CANCELLED', 'INPUT_REQUIRED', 'OUTCOME_UNKNOWN', 'POLICY_DENIED'];

it('has a call for every error code', () => {
  expect([...Object.keys(FAILURES), ...ELSEWHERE].sort()).toEqual(Object.keys(ERROR_CODES).sort());
});

let lazyDesk: RunningDesk;
let listedDesk: RunningDesk;
beforeAll(async () => {
  [lazyDesk, listedDesk] = await Promise.all([deskOverHttp(LAZY), deskOverHttp(LISTED)]);
});
afterAll(async () => {
  await Promise.all([lazyDesk?.stop(), listedDesk?.stop()]);
});

for (const kind of CLIENTS) {
  for (const transport of ['stdio', 'http'] as const) {
    const target = (options: DeskOptions, desk: RunningDesk): Target =>
      transport === 'stdio' ? deskOverStdio(options) : { kind: 'http', url: desk.url };

    describe(`${kind.name}, ${transport}: lazy`, () => {
      let client: TestClient;
      beforeAll(async () => {
        client = await kind.connect(target(LAZY, lazyDesk));
      });
      afterAll(() => client?.close());
      lazyWorkflow(() => client, kind, `${kind.name} ${transport}`);
    });

    describe(`${kind.name}, ${transport}: individual, by risk, in pages of four`, () => {
      let client: TestClient;
      beforeAll(async () => {
        client = await kind.connect(target(LISTED, listedDesk));
      });
      afterAll(() => client?.close());
      listedWorkflow(() => client, kind, `${kind.name} ${transport}`);
    });
  }
}

function lazyWorkflow(connected: () => TestClient, { era }: ClientKind, token: string): void {
  it('speaks the requested era', () => {
    const client = connected();
    expect(client.era).toBe(era);
    expect(client.protocolVersion).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
    expect(client.serverInfo).toMatchObject({ name: 'desk', version: '1.2.3' });
  });

  it('gets instructions in under 120 tokens: the list is partial, and how to reach the rest', () => {
    const instructions = connected().instructions ?? '';
    expect(instructions).toMatch(
      /^More tools exist than are listed\..*There are 22 commands in probe \(7\), fault \(5\)/,
    );
    for (const tool of ['afd-discover', 'afd-detail', 'afd-call']) expect(instructions).toContain(tool);
    expect(encode(instructions).length).toBeLessThan(120);
  });

  it('sees exactly five tools, the same bytes each time', async () => {
    const client = connected();
    const first = await client.page();
    expect(first.tools.map((tool) => tool.name)).toEqual(FIVE);
    expect(first.nextCursor).toBeUndefined();
    expect(JSON.stringify((await client.page()).tools)).toBe(JSON.stringify(first.tools));
  });

  it('gets the TTL of the list in the modern era', async () => {
    const page = await connected().page();
    if (era === 'modern') expect(page).toMatchObject({ ttlMs: 30_000, cacheScope: 'private' });
    else expect(page).not.toHaveProperty('ttlMs');
  });

  it('discovers, reads and calls', async () => {
    const client = connected();
    const found = await client.call('afd-discover', { search: 'open ticket', level: 'signature' });
    expect(found.result.data.commands).toEqual([
      {
        name: 'ticket-create',
        category: 'ticket',
        description: 'Open a ticket',
        signature: 'ticket-create(title: string, priority?: number)',
        score: expect.any(Number),
      },
    ]);
    expect(found.text).toContain('ticket-create(title: string, priority?: number) - Open a ticket');

    const detail = await client.call('afd-detail', { command: 'ticket-create' });
    const [entry] = detail.result.data;
    expect(entry).toMatchObject({ name: 'ticket-create', found: true, callable: true, mutation: true });
    expect(entry.inputSchema).toMatchObject({ type: 'object', required: ['title'] });
    const again = await client.call('afd-detail', {
      command: 'ticket-create',
      known: { 'ticket-create': entry.schemaHash },
    });
    expect(again.result.data[0]).toMatchObject({ unchanged: true });

    const called = await client.call('afd-call', { command: 'ticket-create', input: { title: 'Lamp' } });
    expect(called).toMatchObject({
      isError: false,
      result: { success: true, data: { id: 7, title: 'Lamp', priority: 3 }, confidence: 0.9, reasoning: 'Opened' },
    });
    const [data = '', ...beside] = called.text.split('\n');
    expect(JSON.parse(data)).toEqual(called.result.data);
    expect(beside).toEqual(['Reasoning: Opened; confidence 0.9']);
  });

  it('calls a command by its own name, though it is not listed', async () => {
    const client = connected();
    const direct = await client.call('ticket-get', { id: 4 });
    const dispatched = await client.call('afd-call', { command: 'ticket-get', input: { id: 4 } });
    expect(unstamped(direct.result)).toEqual(unstamped(dispatched.result));
    expect(direct.result.data).toMatchObject({ id: 4, title: 'Ticket 4' });
  });

  it('runs a batch in which one command fails', async () => {
    const { result, isError } = await connected().call('afd-batch', {
      commands: [
        { id: 'open', command: 'ticket-create', input: { title: 'A' } },
        { id: 'wrong', command: 'ticket-gte', input: { id: 1 } },
        { command: 'ticket-get', input: { id: 2 } },
      ],
    });
    expect(isError).toBe(false);
    expect(result.data.summary).toEqual({ total: 3, succeeded: 2, failed: 1, skipped: 0 });
    expect(result.data.results).toMatchObject([
      { id: 'open', success: true, data: { title: 'A' } },
      { id: 'wrong', success: false, error: { code: 'COMMAND_NOT_FOUND' } },
      { id: '2', success: true, data: { id: 2 } },
    ]);
  });

  it('stops a batch at the first error when asked to', async () => {
    const { result } = await connected().call('afd-batch', {
      commands: [{ command: 'fault-throw' }, { command: 'ticket-get', input: { id: 2 } }],
      options: { stopOnError: true },
    });
    expect(result.data.summary).toEqual({ total: 2, succeeded: 0, failed: 1, skipped: 1 });
    expect(result.data.results[1]).toEqual({ id: '1', command: 'ticket-get', skipped: true });
  });

  it('pipes data from step to step', async () => {
    const { result } = await connected().call('afd-pipe', {
      steps: [
        { command: 'ticket-create', input: { title: 'B', priority: 2 }, as: 'made' },
        { command: 'ticket-get', input: { id: '$prev.id' } },
        { command: 'ticket-close', input: { id: '$steps.made.id' }, when: { $gt: ['$first.priority', 4] } },
        { command: 'probe-echo', input: { value: ['$steps[1].owner.name', '$input.title'] } },
      ],
    });
    expect(result.success).toBe(true);
    expect(result.data.data.value).toEqual(['Ada', 'B']);
    expect(result.data.steps.map((step: { status: string }) => step.status)).toEqual([
      'succeeded',
      'succeeded',
      'skipped',
      'succeeded',
    ]);
    expect(result.confidence).toBe(0.8);
  });

  it('names the reference of a pipe that cannot be resolved', async () => {
    const { result, isError } = await connected().call('afd-pipe', {
      steps: [
        { command: 'ticket-get', input: { id: 1 } },
        { command: 'ticket-get', input: { id: '$prev.number' } },
      ],
    });
    expect(isError).toBe(true);
    expect(result.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining("'$prev.number'"),
    });
  });

  for (const [code, cases] of Object.entries(FAILURES)) {
    for (const { command, input, says, advises } of cases) {
      it(`is answered ${code} by ${command}`, async () => {
        const client = connected();
        if (code === 'RATE_LIMITED') {
          expect((await client.call('afd-call', { command })).result.success).toBe(true);
        }
        const { result, text, isError } = await client.call('afd-call', { command, ...(input && { input }) });
        expect(isError).toBe(true);
        expect(result).toMatchObject({ success: false, error: { code } });
        expect(result.error?.message).toMatch(says);
        expect(result.error?.suggestion).toMatch(advises);
        expect(result.error?.retryable ?? false).toBe(ERROR_CODES[code as keyof typeof ERROR_CODES].retryable);
        expect(text.startsWith(`${code}: ${result.error?.message}`)).toBe(true);
      });
    }
  }

  it('gets the signature and a repaired input with a validation error', async () => {
    const { result, text } = await connected().call('afd-call', {
      command: 'ticket-create',
      input: { titel: 'Lamp', priority: 'high' },
    });
    expect(result.error?.details).toMatchObject({
      signature: 'ticket-create(title: string, priority?: number)',
      repaired: { title: 'Lamp', priority: '<number>' },
    });
    expect(text).toContain('ticket-create(title: string, priority?: number)');
  });

  it('gets a warning about a coercion', async () => {
    const { result, text } = await connected().call('afd-call', {
      command: 'ticket-get',
      input: '{"id":"12"}' as never,
    });
    expect(result).toMatchObject({ success: true, data: { id: 12 } });
    expect(result.warnings?.join('\n')).toContain('id: read "12" as 12');
    expect(text).toContain('! id: read "12" as 12');
  });

  it('gets only the selected fields, and a warning about unknown ones', async () => {
    const { result } = await connected().call('afd-call', {
      command: 'ticket-get',
      input: { id: 3 },
      select: ['owner.name', 'color'],
    });
    expect(result).toMatchObject({ data: { owner: { name: 'Ada' } }, warnings: ['No such fields: color'] });
    expect(result.data).toEqual({ owner: { name: 'Ada' } });
  });

  it('fetches the rest of a truncated result, by name and through afd-call', async () => {
    const client = connected();
    const all = Array.from({ length: 150 }, (_, id) => ({ id, text: `row ${id}` }));
    let answer = await client.call('afd-call', { command: 'probe-rows', input: { count: 150 } });
    const rows: unknown[] = [...answer.result.data.rows];
    expect(rows.length).toBeLessThan(150);
    expect(answer.text).toContain('afd-more');
    for (let turn = 0; answer.result.metadata?.['more']; turn += 1) {
      const { cursor } = answer.result.metadata['more'] as { cursor: string };
      answer =
        turn % 2 === 0
          ? await client.call('afd-more', { cursor })
          : await client.call('afd-call', { command: 'afd-more', input: { cursor } });
      expect(answer.text.length).toBeLessThan(2_500);
      rows.push(...answer.result.data);
    }
    expect(rows).toEqual(all);
  });

  it('gets an error result for an unknown cursor', async () => {
    const { result } = await connected().call('afd-call', { command: 'afd-more', input: { cursor: 'gone.1' } });
    expect(result.error).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining("'gone.1'") });
  });

  it('receives progress notifications', async () => {
    const client = connected();
    const seen: unknown[] = [];
    const { result } = await client.call(
      'afd-call',
      { command: 'job-run', input: { token, steps: 3 } },
      {
        onProgress: (progress) => {
          seen.push(progress);
          if (progress.progress === progress.total) void client.call('probe-release', { token });
        },
      },
    );
    expect(result.data).toEqual({ steps: 3 });
    expect(seen).toMatchObject([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })));
  });

  it('cancels a call down to its handler', async () => {
    const client = connected();
    const abort = new AbortController();
    const call = client.call(
      'afd-call',
      { command: 'job-wait', input: { token } },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    await expect(call).rejects.toThrow();
    expect((await client.call('probe-cancelled', { token })).result.data).toEqual({ cancelled: token });
    const { events } = (await client.call('probe-events', { last: 2 })).result.data;
    expect(events).toContainEqual({ tool: 'afd-call', success: false, code: 'CANCELLED', era, client: 'foldout-e2e' });
  });

  it('emits an event for every tools/call, meta-tools included', async () => {
    const client = connected();
    await client.call('afd-discover', {});
    await client.call('afd-call', { command: 'zzzz' });
    await client.call('ticket-get', { id: 1 });
    const { events } = (await client.call('probe-events', { last: 3 })).result.data;
    expect(events).toEqual([
      { tool: 'afd-discover', success: true, era, client: 'foldout-e2e' },
      { tool: 'afd-call', success: false, code: 'COMMAND_NOT_FOUND', era, client: 'foldout-e2e' },
      { tool: 'ticket-get', success: true, era, client: 'foldout-e2e' },
    ]);
  });

  it('gets a protocol error for an unknown tool, with a suggestion', async () => {
    await expect(connected().call('ticket-gett', { id: 1 })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/Unknown tool 'ticket-gett'.*ticket-get/),
    });
  });

  it('sees and calls the tools of a context once it names the context', async () => {
    const client = connected();
    const names = async (input: object): Promise<string[]> => {
      const { result } = await client.call('afd-discover', { level: 'name', ...input });
      return result.data.commands.map((command: { name: string }) => command.name);
    };
    expect(await names({})).not.toContain('invoice-refund');
    expect(await names({ context: 'billing' })).toContain('invoice-refund');
    const [detail] = (await client.call('afd-detail', { command: 'invoice-refund' })).result.data;
    expect(detail).toMatchObject({ found: true, contexts: ['billing'] });
    const refund = { command: 'invoice-refund', input: { invoice: 'r1' } };
    const named = await client.call('afd-call', { ...refund, context: 'billing' });
    expect(named.result.data).toEqual({ invoice: 'r1', refunded: true });
    expect((await client.call('afd-call', { ...refund, context: 'support' })).result.error?.code).toBe(
      'CONTEXT_MISMATCH',
    );
    expect((await client.call('afd-call', { ...refund, context: 'kitchen' })).result.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      suggestion: "Use one of 'billing', 'support'.",
    });
  });

  it(
    era === 'legacy' ? 'stays in a context that it has entered' : 'gets a warning that a context is not remembered',
    async () => {
      const client = connected();
      const context = (input: object) => client.call('afd-call', { command: 'afd-context', input: { ...input } });
      const refund = () => client.call('afd-call', { command: 'invoice-refund', input: { invoice: 'r2' } });
      const entered = await context({ action: 'enter', context: 'billing' });
      if (era === 'modern') {
        expect(entered.result.warnings?.join()).toContain("Pass context: 'billing' to afd-call");
        expect((await refund()).result.error?.code).toBe('CONTEXT_MISMATCH');
        return;
      }
      expect(entered.result.data).toEqual({ active: 'billing' });
      expect((await refund()).result.success).toBe(true);
      expect((await context({ action: 'list' })).result.data).toMatchObject({ active: 'billing' });
      await context({ action: 'exit' });
      expect((await refund()).result.error?.code).toBe('CONTEXT_MISMATCH');
    },
  );
}

function listedWorkflow(connected: () => TestClient, { era }: ClientKind, token: string): void {
  it('reads the list by cursor: no tool twice, none missing, the same each time', async () => {
    const client = connected();
    const first = await client.page();
    expect(first.tools).toHaveLength(4);
    expect(first.nextCursor).toEqual(expect.any(String));
    const names = (await allTools(client)).map((tool) => tool.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['ticket-create', 'ticket-get', 'probe-rows', 'invoice-refund']));
    expect(names).not.toContain('ticket-purge');
    expect(names).not.toContain('ticket-audit');
    expect(names.slice(-7)).toEqual([
      'afd-call-read',
      'afd-call-write',
      'afd-call-destructive',
      'afd-batch-read',
      'afd-pipe-read',
      'afd-batch',
      'afd-pipe',
    ]);
    expect(JSON.stringify(await allTools(client))).toBe(JSON.stringify(await allTools(client)));
    if (era === 'modern') expect(await client.page(first.nextCursor)).toHaveProperty('ttlMs');
  });

  it('gets an error for an invalid cursor', async () => {
    await expect(connected().page('not a cursor')).rejects.toMatchObject({ code: -32602 });
  });

  it('lists three call tools instead of one, with correct annotations', async () => {
    const client = connected();
    const tools = new Map((await allTools(client)).map((tool) => [tool.name, tool.annotations]));
    expect(tools.has('afd-call')).toBe(false);
    expect(tools.get('afd-call-read')).toEqual({ readOnlyHint: true });
    expect(tools.get('afd-call-write')).toEqual({ readOnlyHint: false, destructiveHint: false });
    expect(tools.get('afd-call-destructive')).toEqual({ readOnlyHint: false, destructiveHint: true });
    for (const name of ['afd-batch', 'afd-pipe']) {
      expect(tools.get(`${name}-read`)).toEqual({ readOnlyHint: true });
      expect(tools.get(name)).toEqual({ readOnlyHint: false, destructiveHint: true });
    }
    expect(tools.get('ticket-get')).toEqual({ readOnlyHint: true });
    expect(tools.get('ticket-close')).toEqual({ readOnlyHint: false, destructiveHint: true });
    const commands = {
      read: { command: 'ticket-get', input: { id: 1 } },
      write: { command: 'ticket-create', input: { title: 'C' } },
      destructive: { command: 'ticket-close', input: { id: 1 } },
    };
    const order = ['read', 'write', 'destructive'] as const;
    for (const allowed of order) {
      for (const risk of order) {
        const { result } = await client.call(`afd-call-${allowed}`, commands[risk]);
        if (order.indexOf(risk) <= order.indexOf(allowed)) expect(result.success).toBe(true);
        else {
          expect(result.error).toMatchObject({
            code: 'COMMAND_NOT_EXPOSED',
            suggestion: `Run it with ${commands[risk].command}, with the same input.`,
          });
        }
      }
    }
  });

  it('is notified of an added command, and finds it in the list', async () => {
    const client = connected();
    const name = `added-${token.replace(/\W+/g, '-')}`;
    const { changed } = await client.watchTools();
    await client.call('probe-extend', { name });
    await changed;
    expect((await allTools(client)).map((tool) => tool.name)).toContain(name);
    expect((await client.call(name)).result.data).toEqual({ name });
  });
}
