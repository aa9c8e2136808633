import { describe, expect, it } from 'vitest';
import {
  call,
  callingClient,
  fixture,
  hostile,
  openUpstream,
  textOf,
  type WatchedUpstream,
} from '../../../../test/fixtures/upstreams.ts';
import type { CallingClient } from './upstream.ts';

const as = (upstream: WatchedUpstream, client: CallingClient, name: string, input = {}) =>
  upstream.request('tools/call', { name, arguments: input }, { client });

describe('a request of a legacy server to the client', () => {
  it.each(['elicitation/create', 'sampling/createMessage'])(
    '(%s) goes to the client whose call is in flight',
    async (method) => {
      const upstream = openUpstream(hostile());
      const client = callingClient('one', { action: 'accept', content: { name: 'Ada' } });
      const result = await as(upstream, client, 'ask', { method });
      expect(client.asked).toEqual([method]);
      expect(JSON.parse(textOf(result))).toEqual({ action: 'accept', content: { name: 'Ada' } });
    },
  );

  it('goes to the client when several of its calls are in flight', async () => {
    const upstream = openUpstream(hostile());
    const client = callingClient('one');
    const slow = as(upstream, client, 'slowly', { steps: 5, everyMs: 20 });
    expect(textOf(await as(upstream, client, 'ask'))).toContain('accept');
    await slow;
  });

  it('is rejected if several clients could be meant, with a log line about the setting', async () => {
    const upstream = openUpstream(hostile());
    const [one, two] = [callingClient('one'), callingClient('two')];
    const slow = as(upstream, one, 'slowly', { steps: 20, everyMs: 30 });
    expect(textOf(await as(upstream, two, 'ask'))).toContain('several clients have calls in flight');
    await slow;
    expect([...one.asked, ...two.asked]).toEqual([]);
    expect(upstream.logged).toEqual([expect.stringContaining('"instances": "per-session"')]);
  });

  it('is rejected if no call is in flight', async () => {
    const upstream = openUpstream(hostile());
    expect(textOf(await call(upstream, 'ask'))).toContain('no client has a call in flight');
  });

  it('may take longer than the timeout of a call', async () => {
    const upstream = openUpstream({ ...hostile(), callTimeoutMs: 800 });
    await call(upstream, 'echo');
    const client: CallingClient = {
      ...callingClient('one'),
      ask: () => new Promise((answer) => setTimeout(answer, 1200, { action: 'decline' })),
    };
    expect(textOf(await as(upstream, client, 'ask'))).toContain('decline');
  });

  it('that the client declines is declined', async () => {
    const upstream = openUpstream(hostile());
    const client: CallingClient = { ...callingClient('one'), ask: () => Promise.reject(new Error('I may not')) };
    expect(JSON.parse(textOf(await as(upstream, client, 'ask')))).toEqual({ code: -32603, message: 'I may not' });
  });
});

describe('a server with an instance per session', () => {
  it('sends its requests to its own session', async () => {
    const upstream = openUpstream({ ...hostile(), instances: 'per-session' });
    const [one, two] = [callingClient('one'), callingClient('two')];
    const [first, second] = await Promise.all([as(upstream, one, 'ask'), as(upstream, two, 'ask')]);
    expect([textOf(first), textOf(second)]).toEqual([expect.stringContaining('one'), expect.stringContaining('two')]);
    const pids = await Promise.all([one, one, two].map((client) => as(upstream, client, 'pid')));
    const [a, b, c] = pids.map((result) => (result['structuredContent'] as { pid: number }).pid);
    expect(a).toBe(b);
    expect(a).not.toBe(c);
  });

  it('stops the least recently used instance when there are too many', async () => {
    const upstream = openUpstream({ ...hostile(), instances: 'per-session' }, { maxInstances: 2 });
    const pidOf = async (session: string): Promise<number> =>
      ((await as(upstream, callingClient(session), 'pid'))['structuredContent'] as { pid: number }).pid;
    const first = await pidOf('one');
    const second = await pidOf('two');
    await pidOf('three');
    expect(await pidOf('two')).toBe(second);
    expect(await pidOf('one')).not.toBe(first);
  });

  it('stops the instance of a session that has ended', async () => {
    const upstream = openUpstream({ ...hostile(), instances: 'per-session' });
    await as(upstream, callingClient('one'), 'echo');
    await upstream.endSession('one');
    expect(upstream.status.state).toBe('cold');
  });
});

describe('a log message of a server', () => {
  it('goes to the clients with calls in flight, at their log level', async () => {
    const upstream = openUpstream(hostile());
    const careful = callingClient('one', {}, 'debug');
    const calm = callingClient('two', {}, 'error');
    const silent = callingClient('three');
    const waiting = [calm, silent].map((client) => as(upstream, client, 'slowly', { steps: 20, everyMs: 30 }));
    await as(upstream, careful, 'log');
    await Promise.all(waiting);
    expect(careful.heard.map(({ data }) => data)).toEqual(['debug!', 'error!']);
    expect(calm.heard.map(({ data }) => data)).toEqual(['error!']);
    expect(silent.heard).toEqual([]);
  });
});

describe('a log message while several principals have calls in flight', () => {
  it('goes to none of them: it may be about the call of another', async () => {
    const upstream = openUpstream(hostile());
    const [ann, ben] = ['ann', 'ben'].map((principal) => ({ ...callingClient(principal, {}, 'debug'), principal }));
    const waiting = as(upstream, ben as CallingClient, 'slowly', { steps: 20, everyMs: 30 });
    await as(upstream, ann as CallingClient, 'log');
    await waiting;
    expect([ann?.heard, ben?.heard]).toEqual([[], []]);
    await as(upstream, ann as CallingClient, 'log');
    expect(ann?.heard.map(({ data }) => data)).toEqual(['debug!', 'error!']);
  });
});

describe('a modern server', () => {
  it('receives the capabilities and the log level of the calling client', async () => {
    const upstream = openUpstream(fixture('modern.mjs'));
    const client = callingClient('one', {}, 'warning');
    const envelope = JSON.parse(textOf(await as(upstream, client, 'envelope')));
    expect(envelope).toMatchObject({
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      'io.modelcontextprotocol/logLevel': 'warning',
      'io.modelcontextprotocol/clientInfo': { name: 'foldout' },
    });
    expect(envelope['io.modelcontextprotocol/clientCapabilities']).toEqual(client.capabilities);
  });

  it('asks through its result, and continues with the answer', async () => {
    const upstream = openUpstream(fixture('modern.mjs'));
    const client = callingClient('one');
    const asked = await as(upstream, client, 'who');
    expect(asked).toMatchObject({
      resultType: 'input_required',
      requestState: 'kept',
      inputRequests: {
        who: {
          method: 'elicitation/create',
          params: { message: expect.stringMatching(/^The MCP server '.+' asks, through Foldout:\nWho are you\?$/) },
        },
      },
    });
    const result = await upstream.request(
      'tools/call',
      { name: 'who', inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } }, requestState: 'kept' },
      { client },
    );
    expect(textOf(result)).toBe('hello Ada, state kept');
    expect(result).not.toHaveProperty('resultType');
  });

  it('logs to the calling client', async () => {
    const upstream = openUpstream(fixture('modern.mjs'));
    const client = callingClient('one', {}, 'info');
    await as(upstream, client, 'log');
    expect(client.heard).toEqual([expect.objectContaining({ data: 'oh no' })]);
  });
});
