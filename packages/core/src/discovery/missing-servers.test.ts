import { describe, expect, it, vi } from 'vitest';
import { StartingSource } from '../../../../test/fixtures/starting-source.ts';
import { dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import type { Action } from '../action.ts';
import { SOURCE_WAIT_MS } from './await-sources.ts';
import type { DetailEntry } from './detail.ts';
import type { DiscoverResult } from './discover.ts';

const AUTH = 'Ask the user to run: foldout auth linear';
const ofServer = (server: string, name: string, over = {}) => tool(name, undefined, { server, ...over });

function setUp() {
  const linear = new StartingSource('linear', { state: 'needs-auth', reason: 'needs a sign-in', todo: AUTH });
  const broken = new StartingSource('broken', { state: 'failed', reason: 'exited with code 1', todo: 'Repair it.' });
  const slow = new StartingSource('slow', { about: 'Weather reports and forecasts of towns' });
  const git = new FixedSource('git', [ofServer('git', 'create_branch'), ofServer('git', 'create_issues')]);
  return { linear, broken, slow, git, engine: engineWith([], { sources: [linear, broken, slow, git] }) };
}

const search = (query: string): Action => ({ kind: 'discover', input: { search: query } });
const call = (command: string): Action => ({ kind: 'call', input: { command } });

describe('an action while servers are starting', () => {
  const EVERY_KIND: readonly Action[] = [
    { kind: 'discover', input: {} },
    { kind: 'search', input: { query: 'echo' } },
    { kind: 'list', input: {} },
    { kind: 'categories' },
    { kind: 'detail', input: { command: 'echo' } },
    call('echo'),
    call('slow/echo'),
    { kind: 'batch', input: { commands: [{ command: 'echo' }] } },
    { kind: 'pipe', input: { steps: [{ command: 'echo' }] } },
  ];

  it.each(EVERY_KIND)('waits for their tools: $kind', async (action) => {
    const { engine, slow } = setUp();
    let done = false;
    const running = Promise.resolve(engine.run(action)).then((result) => {
      done = true;
      return result;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toBe(false);
    slow.lists([ofServer('slow', 'echo')]);
    const result = await running;
    expect(result.success).toBe(true);
    expect(JSON.stringify(result.data)).not.toContain('COMMAND_NOT_FOUND');
  });

  it('waits for none of the servers that failed or need a sign-in', async () => {
    const { engine, slow, linear, broken } = setUp();
    slow.lists([]);
    await engine.run(search('echo'));
    expect([...linear.waits, ...broken.waits]).toEqual([]);
  });

  it('does not wait for a tool that is known, nor for a cut result', async () => {
    const { engine, slow } = setUp();
    await engine.run(call('create_branch'));
    await engine.run(call('git/create_branch'));
    await engine.run({ kind: 'more', cursor: 'x' });
    expect(slow.waits).toEqual([]);
  });

  it('waits longer for the first server while no tool is known', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const [one, other] = [new StartingSource('one'), new StartingSource('other')];
      const engine = engineWith([], { sources: [one, other] });
      let data: unknown;
      void Promise.resolve(engine.run(search('create_branch'))).then((result) => {
        data = dataOf(result as never);
      });
      await vi.advanceTimersByTimeAsync(SOURCE_WAIT_MS + 2_000);
      expect(data).toBeUndefined();
      other.fails({ reason: 'exited with code 1' });
      await vi.advanceTimersByTimeAsync(10);
      expect(data).toBeUndefined();
      one.lists([ofServer('one', 'create_branch')]);
      await vi.advanceTimersByTimeAsync(10);
      expect(data).toMatchObject({ returned: 1 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends the longer wait too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const engine = engineWith([], { sources: [new StartingSource('one')] });
      const listing = Promise.resolve(engine.run({ kind: 'discover', input: {} }));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(dataOf((await listing) as never)).toMatchObject({ total: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes on without a slow server, and does not wait for it again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const { engine, slow } = setUp();
      const first = engine.run(search('create_branch'));
      await vi.advanceTimersByTimeAsync(SOURCE_WAIT_MS);
      expect(dataOf((await first) as never)).toMatchObject({ returned: 1 });
      await engine.run(search('create_branch'));
      expect(slow.waits).toEqual([SOURCE_WAIT_MS]);
      // A call of one of its tools cannot go on without it.
      const named = engine.run(call('slow/echo'));
      await vi.advanceTimersByTimeAsync(SOURCE_WAIT_MS);
      expect(errorOf((await named) as never)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits only for the server that a call names', async () => {
    const { engine, slow } = setUp();
    const other = new StartingSource('other');
    engine.catalog.attach(other);
    const running = engine.run(call('slow__echo'));
    slow.lists([]);
    await running;
    expect(other.waits).toEqual([]);
  });

  it('stops waiting when the caller cancels', async () => {
    const { engine } = setUp();
    const cancel = new AbortController();
    const running = engine.run(search('echo'), { signal: cancel.signal });
    cancel.abort();
    await running;
  });

  it('does not wait for servers outside of the scope of the caller', async () => {
    const { engine, slow } = setUp();
    const result = await engine.run(search('weather in linear'), { scope: { allows: () => true } });
    expect(slow.waits).toEqual([]);
    expect(result.warnings).toBeUndefined();
  });
});

describe('an answer while servers are missing', () => {
  it('says how many, in every kind of listing, and nothing once all are known', async () => {
    const { engine, slow, linear, broken } = setUp();
    slow.fails({ reason: 'it was killed' });
    const listings: readonly Action[] = [
      search('create'),
      { kind: 'search', input: { query: 'create' } },
      { kind: 'list', input: {} },
      { kind: 'categories' },
    ];
    for (const action of listings) {
      const { warnings } = await engine.run(action);
      expect(warnings).toEqual([
        '3 of 3 servers are not loaded yet: broken (failed: exited with code 1), ' +
          'linear (needs sign-in: ask the user to run: foldout auth linear), slow (failed: it was killed).',
      ]);
    }
    for (const source of [slow, linear, broken]) source.lists([]);
    expect((await engine.run(search('create'))).warnings).toBeUndefined();
  });

  it.each(['create a linear issue', 'LINEAR', 'file an issue with Linear for the crash'])(
    'begins with the server that the request is about: %s',
    async (query) => {
      const { engine, slow } = setUp();
      slow.lists([]);
      const { warnings } = await engine.run(search(query));
      expect(warnings).toEqual([
        'linear is configured but needs sign-in: ask the user to run: foldout auth linear',
        '2 of 3 servers are not loaded yet, also broken (failed: exited with code 1).',
      ]);
    },
  );

  it('compares a request with what the configuration says about a server', async () => {
    const { engine, slow } = setUp();
    slow.fails({ reason: 'it was killed', todo: 'Try again.' });
    expect((await engine.run(search('weather forecast for Bern'))).warnings?.[0]).toBe(
      'slow is configured but failed: it was killed. Try again.',
    );
    expect((await engine.run(search('the town hall'))).warnings?.[0]).toMatch(/^3 of 3/);
  });
});

describe('a name of a server that is missing', () => {
  it.each(['linear/create_issue', 'linear__create_issue', 'linear.create_issue', 'Linear/create_issue'])(
    'is answered with the reason and the next step, never with a tool of another server: %s',
    async (name) => {
      const { engine, slow } = setUp();
      slow.lists([]);
      const called = errorOf(await engine.run(call(name)));
      const [detail] = dataOf(await engine.run({ kind: 'detail', input: { command: name } })) as DetailEntry[];
      const told = {
        code: 'UPSTREAM_UNAVAILABLE',
        message: expect.stringContaining('needs sign-in'),
        suggestion: AUTH,
      };
      expect(called).toMatchObject(told);
      expect(detail).toMatchObject({ found: false, error: told });
      expect(JSON.stringify([called, detail])).not.toContain('create_issues');
    },
  );

  it('is told apart from a longer name of another server', async () => {
    const { engine, linear } = setUp();
    engine.catalog.attach(new StartingSource('linear-beta', { state: 'failed', reason: 'no such host' }));
    linear.lists([]);
    expect(errorOf(await engine.run(call('linear-beta__x')))).toMatchObject({ details: { server: 'linear-beta' } });
    expect(errorOf(await engine.run(call('linear/x')))).toMatchObject({ code: 'COMMAND_NOT_FOUND' });
  });

  it('without its server is answered with how many servers are not loaded', async () => {
    const { engine, slow } = setUp();
    slow.lists([]);
    const { code, suggestion } = errorOf(await engine.run(call('create_issue')));
    expect(code).toBe('COMMAND_NOT_FOUND');
    expect(suggestion).toMatch(/2 of 3 servers are not loaded yet: broken \(failed/);
  });
});

it('a library server, whose tools are all known, is answered at once and without notes', async () => {
  const engine = engineWith([], { sources: [new FixedSource('git', [ofServer('git', 'create_branch')])] });
  const result = engine.run({ kind: 'categories' });
  expect(result).not.toBeInstanceOf(Promise);
  const found = await engine.run(search('create_branch'));
  expect(dataOf(found as never)).toMatchObject({ returned: 1 } satisfies Partial<DiscoverResult>);
  expect(found.warnings).toBeUndefined();
});

describe('a filter by a category while servers are missing', () => {
  const listed = async (category: string) => {
    const { engine, slow } = setUp();
    slow.lists([]);
    return errorOf(await engine.run({ kind: 'discover', input: { category } }));
  };

  it('that is a missing server answers with the reason and the next step', async () => {
    expect(await listed('linear')).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', suggestion: AUTH });
  });

  it('that the configuration gives to a missing server does the same', async () => {
    const tracker = new StartingSource('tracker', { state: 'needs-auth', category: 'work', todo: AUTH });
    const engine = engineWith([], { sources: [tracker] });
    const error = errorOf(await engine.run({ kind: 'discover', input: { category: 'work' } }));
    expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', message: 'tracker is configured but needs sign-in' });
  });

  it('that is unknown says which servers are missing', async () => {
    const { code, suggestion } = await listed('nonsense');
    expect(code).toBe('VALIDATION_ERROR');
    expect(suggestion).toMatch(
      /The categories: things\. It may be a category of a server that is not loaded: 2 of 3 servers/,
    );
  });
});
