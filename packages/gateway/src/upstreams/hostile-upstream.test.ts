import type { JsonObject } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { allGone, call, hostile, openUpstream, textOf } from '../../../../test/fixtures/upstreams.ts';
import { UpstreamUnavailable } from './upstream.ts';

async function failureOf(work: Promise<unknown>): Promise<UpstreamUnavailable> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UpstreamUnavailable);
  return error as UpstreamUnavailable;
}

describe('a server that does not start', () => {
  it('reports its exit code and last output, without secrets', async () => {
    const upstream = openUpstream({ ...hostile('crash-on-start'), env: { API_TOKEN: 'sesame-open-up' } });
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toBe(
      'server "tested" could not be started: it exited with code 3; ' +
        'its last lines on stderr: cannot open the database with [redacted]',
    );
    expect(upstream.status).toMatchObject({ state: 'failed', lastError: failure.message, todo: failure.todo });
  });

  it('is named when its command does not exist', async () => {
    const upstream = openUpstream({ command: 'no-such-command-here' });
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toContain('command "no-such-command-here" was not found');
    expect(failure.todo).toContain('Install it');
  });

  it('is named when its folder does not exist', async () => {
    const upstream = openUpstream({ ...hostile(), cwd: '/no/such/folder' });
    await expect(call(upstream, 'echo')).rejects.toThrow('its working folder ("cwd") /no/such/folder does not exist');
  });

  it('is terminated after the start timeout', async () => {
    const upstream = openUpstream({ ...hostile('hang-on-start'), startTimeoutMs: 300 });
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toContain('it was not ready within 300 ms');
    expect(failure.todo).toContain('startTimeoutMs');
  });

  it('fails its calls at once during the back-off, and reports its end', async () => {
    const upstream = openUpstream(hostile('crash-on-start'));
    await failureOf(call(upstream, 'echo'));
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toMatch(/exited with code 3.*\(next start attempt in \d s\)$/);
    expect(upstream.status.retryAt).toBeGreaterThan(Date.now());
  });

  it('is restarted after each back-off', async () => {
    const upstream = openUpstream(hostile('crash-on-start'), { backOff: { firstMs: 1, maxMs: 1 } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await failureOf(call(upstream, 'echo'));
      await new Promise((next) => setTimeout(next, 5));
    }
    expect(upstream.status).toMatchObject({ state: 'failed', restarts: 2 });
  });

  it('that starts slowly delays its calls', async () => {
    const upstream = openUpstream(hostile('slow-start=400'));
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
  });

  it('that exits on the probe for its era is treated as a legacy server', async () => {
    const upstream = openUpstream(hostile('exit-at-probe'));
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    expect(upstream.status.restarts).toBe(0);
  });
});

describe('a server that does not answer the probe for its era', () => {
  it('is treated as a legacy server after a timeout', async () => {
    const upstream = openUpstream({ ...hostile('silent-at-probe'), startTimeoutMs: 3000 });
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    await upstream.refresh();
    expect(upstream.manifest?.era).toBe('legacy');
  });
});

describe('a server that crashes', () => {
  it('fails the calls in flight at once, and serves later calls after its restart', async () => {
    const upstream = openUpstream(hostile());
    const hanging = call(upstream, 'hang');
    const crashing = call(upstream, 'crash');
    for (const failure of await Promise.all([failureOf(hanging), failureOf(crashing)])) {
      expect(failure.message).toContain('failed during the call: it exited with code 9');
      expect(failure.message).toContain('segmentation fault, more or less');
    }
    expect(upstream.status.state).toBe('failed');
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    expect(upstream.status).toMatchObject({ state: 'ready', restarts: 1 });
  });

  it('repeatedly gets a back-off', async () => {
    const upstream = openUpstream(hostile());
    await failureOf(call(upstream, 'crash'));
    await failureOf(call(upstream, 'crash'));
    expect((await failureOf(call(upstream, 'echo'))).message).toContain('next start attempt in');
  });

  it('and is killed from outside fails its own calls only', async () => {
    const [one, other] = [openUpstream(hostile()), openUpstream(hostile())];
    await Promise.all([call(one, 'pid'), call(other, 'pid')]);
    const hanging = call(one, 'hang');
    const slow = call(other, 'slowly', { steps: 3, everyMs: 30 });
    process.kill(one.status.pid as number, 'SIGKILL');
    expect((await failureOf(hanging)).message).toContain('it was killed by SIGKILL');
    expect(textOf(await slow)).toBe('done');
  });

  it('terminates its child processes', async () => {
    const upstream = openUpstream(hostile('grandchild'));
    const { pid, grandchild } = (await call(upstream, 'pid'))['structuredContent'] as Record<string, number>;
    await failureOf(call(upstream, 'crash'));
    expect(await allGone([pid as number, grandchild as number])).toEqual([]);
  });
});

describe('a call that hangs', () => {
  it('ends with an error, cancels the request, and does not affect other calls', async () => {
    const upstream = openUpstream({ ...hostile(), callTimeoutMs: 1000 });
    await call(upstream, 'echo');
    const failure = await failureOf(call(upstream, 'hang'));
    expect(failure).toMatchObject({ reason: 'timeout', message: expect.stringContaining('no answer within 1000 ms') });
    const { cancelled } = (await call(upstream, 'pid'))['structuredContent'] as { cancelled: number[] };
    expect(cancelled).toHaveLength(1);
    expect(upstream.status).toMatchObject({ state: 'ready', restarts: 0 });
  });

  it('does not time out while it reports progress', async () => {
    const upstream = openUpstream({ ...hostile(), callTimeoutMs: 800 });
    const told: number[] = [];
    const result = await upstream.request(
      'tools/call',
      { name: 'slowly', arguments: { steps: 8, everyMs: 150 } },
      { onProgress: ({ progress }) => told.push(progress) },
    );
    expect(textOf(result)).toBe('done');
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is cancelled with the reason of the caller', async () => {
    const upstream = openUpstream(hostile());
    await call(upstream, 'echo');
    const controller = new AbortController();
    const hanging = upstream.request('tools/call', { name: 'hang' }, { signal: controller.signal });
    controller.abort(new Error('no longer wanted'));
    await expect(hanging).rejects.toThrow('no longer wanted');
    const { cancelled } = (await call(upstream, 'pid'))['structuredContent'] as { cancelled: number[] };
    expect(cancelled).toHaveLength(1);
  });

  it('can be cancelled while its server starts, and the server continues to start', async () => {
    const upstream = openUpstream(hostile('slow-start=150'));
    const waiting = upstream.request('tools/call', { name: 'echo' }, { signal: AbortSignal.timeout(20) });
    await expect(waiting).rejects.toThrow(/timeout/);
    await upstream.seen('status', ({ status }) => status.state === 'ready');
  });
});

describe('a server with excessive output', () => {
  it('is usable despite output that is not a message, with one warning', async () => {
    const upstream = openUpstream(hostile('garbage'));
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    const warnings = upstream.logged.filter((line) => line.includes('not MCP messages'));
    expect(warnings).toEqual([expect.stringContaining('"Welcome to the server!"')]);
  });

  it('is terminated when it floods, with the reason in its failed calls', async () => {
    const upstream = openUpstream(hostile());
    const failure = await failureOf(call(upstream, 'flood'));
    expect(failure.message).toContain('sent more than 5000 unsolicited messages in a second and was stopped');
  });

  it('may send an answer of 20 MB', async () => {
    const upstream = openUpstream(hostile());
    const size = 20 * 1024 * 1024;
    expect(textOf(await call(upstream, 'huge', { size }))).toHaveLength(size);
  });

  it('must not send an endless answer', async () => {
    const upstream = openUpstream(hostile(), { stdioLimits: { messageBytes: 1024 * 1024, graceMs: 300 } });
    const failure = await failureOf(call(upstream, 'huge', { size: 3 * 1024 * 1024 }));
    expect(failure.message).toContain('sent a message of more than 1 MB and was stopped');
  });

  it('and an invalid answer fails only the call it belongs to', async () => {
    const upstream = openUpstream(hostile());
    const [lie, truth] = await Promise.allSettled([call(upstream, 'lie'), call(upstream, 'echo', { a: 1 })]);
    expect(lie).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('not an object') } });
    expect(truth.status).toBe('fulfilled');
  });
});

describe('a server with an invalid list', () => {
  it('keeps its valid tools and drops only invalid entries', async () => {
    const upstream = openUpstream(hostile('malformed-list'));
    await upstream.refresh();
    const names = upstream.manifest?.tools.map((tool) => (tool as { name?: string }).name);
    expect(names).toContain('echo');
    expect(names).toContain('bad');
    expect(upstream.manifest?.tools).toHaveLength(16);
    expect(upstream.logged).toContain(
      'server "tested" has 2 malformed tools; they are left out (the first: number 12: it is not an object)',
    );
  });

  it('keeps its valid prompts, resources and templates, which strict clients read as they are', async () => {
    const upstream = openUpstream(hostile('malformed-list'));
    await upstream.refresh();
    const { prompts, resources, resourceTemplates } = upstream.manifest ?? {};
    expect(prompts).toEqual([{ name: 'fine' }]);
    expect(resources).toEqual([{ uri: 'mem://one', name: 'one' }]);
    expect(resourceTemplates).toEqual([{ uriTemplate: 'mem://{id}', name: 'fine' }]);
    expect(upstream.logged).toContainEqual(expect.stringContaining('has 7 malformed prompts'));
    expect(upstream.logged).toContainEqual(expect.stringContaining('(the first: "mem://nameless": name: '));
  });

  it('that never ends is truncated', async () => {
    const upstream = openUpstream(hostile('endless-list'));
    await upstream.refresh();
    expect(upstream.manifest?.tools).toHaveLength(22);
    expect(upstream.logged).toEqual([expect.stringContaining('same cursor twice')]);
  });

  it('with pages is joined', async () => {
    const upstream = openUpstream(hostile('pages'));
    await upstream.refresh();
    expect(upstream.manifest?.tools).toHaveLength(11);
  });
});

describe('an input that cannot be sent', () => {
  const nested = (depth: number): JsonObject => {
    let value: JsonObject = {};
    for (let n = 0; n < depth; n += 1) value = { value };
    return value;
  };
  const cycle: JsonObject = {};
  cycle['self'] = cycle;

  it.each([
    ['nested too deeply', nested(200_000), 'nested too deeply'],
    ['cyclic', cycle, 'not valid JSON'],
    ['not JSON', { big: 1n }, 'not valid JSON'],
    ['larger than a message may be', { text: 'x'.repeat(50_000) }, 'more than 20000 characters'],
  ])('fails its own call, and the server keeps running: %s', async (_name, input, reason) => {
    const upstream = openUpstream(hostile(), { stdioLimits: { graceMs: 300, messageBytes: 20_000 } });
    const hanging = call(upstream, 'slowly', { steps: 3, everyMs: 40 });
    const { pid } = (await call(upstream, 'pid'))['structuredContent'] as { pid: number };
    await expect(call(upstream, 'echo', input)).rejects.toThrow(
      `the input cannot be sent: it ${reason.startsWith('more') ? 'has' : 'is'} ${reason}`,
    );
    expect(upstream.status).toMatchObject({ state: 'ready', restarts: 0, pid });
    expect(textOf(await hanging)).toBe('done');
    expect(textOf(await call(upstream, 'echo', { n: 1 }))).toBe('{"n":1}');
  });
});
