import { afterEach, describe, expect, it } from 'vitest';
import {
  allGone,
  call,
  hostile,
  textOf,
  type WatchedUpstream,
  watchedUpstream,
} from '../../../../test/fixtures/upstreams.ts';
import { UpstreamUnavailable } from './upstream.ts';

const opened: WatchedUpstream[] = [];
function open(...args: Parameters<typeof watchedUpstream>): WatchedUpstream {
  const upstream = watchedUpstream(...args);
  opened.push(upstream);
  return upstream;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
});

async function failureOf(work: Promise<unknown>): Promise<UpstreamUnavailable> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UpstreamUnavailable);
  return error as UpstreamUnavailable;
}

describe('a server that does not start', () => {
  it('says with which code it ended and what it said last, without its secrets', async () => {
    const upstream = open({ ...hostile('crash-on-start'), env: { API_TOKEN: 'sesame-open-up' } });
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toBe(
      'server "tested" could not be started: it ended with exit code 3; ' +
        'its last words on stderr: cannot open the database with ***',
    );
    expect(upstream.status).toMatchObject({ state: 'failed', lastError: failure.message, todo: failure.todo });
  });

  it('is named where there is no such command', async () => {
    const upstream = open({ command: 'no-such-command-here' });
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toContain('command "no-such-command-here" was not found');
    expect(failure.todo).toContain('Install it');
  });

  it('is named where its folder does not exist', async () => {
    const upstream = open({ ...hostile(), cwd: '/no/such/folder' });
    await expect(call(upstream, 'echo')).rejects.toThrow('its working folder /no/such/folder does not exist');
  });

  it('is ended when its time is over', async () => {
    const upstream = open({ ...hostile('hang-on-start'), startTimeoutMs: 300 });
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toContain('it was not ready within 300 ms');
    expect(failure.todo).toContain('startTimeoutMs');
  });

  it('fails its calls at once while it is not tried again, and says when it is', async () => {
    const upstream = open(hostile('crash-on-start'));
    await failureOf(call(upstream, 'echo'));
    const failure = await failureOf(call(upstream, 'echo'));
    expect(failure.message).toMatch(/exit code 3.*\(it is tried again in \d s\)$/);
    expect(upstream.status.retryAt).toBeGreaterThan(Date.now());
  });

  it('is tried again after the pause, and again', async () => {
    const upstream = open(hostile('crash-on-start'), { backOff: { firstMs: 1, mostMs: 1 } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await failureOf(call(upstream, 'echo'));
      await new Promise((next) => setTimeout(next, 5));
    }
    expect(upstream.status).toMatchObject({ state: 'failed', restarts: 2 });
  });

  it('that starts slowly is waited for', async () => {
    const upstream = open(hostile('slow-start=400'));
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
  });

  it('that ends at a question it does not know is asked the old way', async () => {
    const upstream = open(hostile('exit-at-probe'));
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    expect(upstream.status.restarts).toBe(0);
  });
});

describe('a server that says nothing to a question it does not know', () => {
  it('is asked the old way after a while', async () => {
    const upstream = open({ ...hostile('silent-at-probe'), startTimeoutMs: 3000 });
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    await upstream.refresh();
    expect(upstream.manifest?.era).toBe('legacy');
  });
});

describe('a server that breaks', () => {
  it('fails the calls in flight at once, and none that come after it is started again', async () => {
    const upstream = open(hostile());
    const hanging = call(upstream, 'hang');
    const crashing = call(upstream, 'crash');
    for (const failure of await Promise.all([failureOf(hanging), failureOf(crashing)])) {
      expect(failure.message).toContain('failed during the call: it ended with exit code 9');
      expect(failure.message).toContain('segmentation fault, more or less');
    }
    expect(upstream.status.state).toBe('failed');
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    expect(upstream.status).toMatchObject({ state: 'ready', restarts: 1 });
  });

  it('again and again is given a pause', async () => {
    const upstream = open(hostile());
    await failureOf(call(upstream, 'crash'));
    await failureOf(call(upstream, 'crash'));
    expect((await failureOf(call(upstream, 'echo'))).message).toContain('it is tried again in');
  });

  it('is killed from outside: its calls fail, and nothing else does', async () => {
    const [one, other] = [open(hostile()), open(hostile())];
    await Promise.all([call(one, 'pid'), call(other, 'pid')]);
    const hanging = call(one, 'hang');
    const slow = call(other, 'slowly', { steps: 3, everyMs: 30 });
    process.kill(one.status.pid as number, 'SIGKILL');
    expect((await failureOf(hanging)).message).toContain('it was ended by SIGKILL');
    expect(textOf(await slow)).toBe('done');
  });

  it('takes what it started with it', async () => {
    const upstream = open(hostile('grandchild'));
    const { pid, grandchild } = (await call(upstream, 'pid'))['structuredContent'] as Record<string, number>;
    await failureOf(call(upstream, 'crash'));
    expect(await allGone([pid as number, grandchild as number])).toEqual([]);
  });
});

describe('a call that hangs', () => {
  it('ends with an error, the server is told, and other calls go on', async () => {
    const upstream = open({ ...hostile(), callTimeoutMs: 1000 });
    await call(upstream, 'echo');
    const failure = await failureOf(call(upstream, 'hang'));
    expect(failure).toMatchObject({ reason: 'timeout', message: expect.stringContaining('no answer within 1000 ms') });
    const { cancelled } = (await call(upstream, 'pid'))['structuredContent'] as { cancelled: number[] };
    expect(cancelled).toHaveLength(1);
    expect(upstream.status).toMatchObject({ state: 'ready', restarts: 0 });
  });

  it('is not ended while it tells of its progress', async () => {
    const upstream = open({ ...hostile(), callTimeoutMs: 800 });
    const told: number[] = [];
    const result = await upstream.request(
      'tools/call',
      { name: 'slowly', arguments: { steps: 8, everyMs: 150 } },
      { onProgress: ({ progress }) => told.push(progress) },
    );
    expect(textOf(result)).toBe('done');
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is cancelled with the reason of whoever cancels it', async () => {
    const upstream = open(hostile());
    await call(upstream, 'echo');
    const controller = new AbortController();
    const hanging = upstream.request('tools/call', { name: 'hang' }, { signal: controller.signal });
    controller.abort(new Error('no longer wanted'));
    await expect(hanging).rejects.toThrow('no longer wanted');
    const { cancelled } = (await call(upstream, 'pid'))['structuredContent'] as { cancelled: number[] };
    expect(cancelled).toHaveLength(1);
  });

  it('is cancelled while its server starts, and the server starts all the same', async () => {
    const upstream = open(hostile('slow-start=150'));
    const waiting = upstream.request('tools/call', { name: 'echo' }, { signal: AbortSignal.timeout(20) });
    await expect(waiting).rejects.toThrow(/timeout/);
    await upstream.seen('status', ({ status }) => status.state === 'ready');
  });
});

describe('a server that says too much', () => {
  it('is heard through what is no message, with one warning', async () => {
    const upstream = open(hostile('garbage'));
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
    const warnings = upstream.logged.filter((line) => line.includes('no message'));
    expect(warnings).toEqual([expect.stringContaining('"Welcome to the server!"')]);
  });

  it('is ended when it floods, and says why its calls failed', async () => {
    const upstream = open(hostile());
    const failure = await failureOf(call(upstream, 'flood'));
    expect(failure.message).toContain('sent more than 5000 messages in a second that nobody asked for and was ended');
  });

  it('may answer with 20 MB', async () => {
    const upstream = open(hostile());
    const size = 20 * 1024 * 1024;
    expect(textOf(await call(upstream, 'huge', { size }))).toHaveLength(size);
  });

  it('may not answer without end', async () => {
    const upstream = open(hostile(), { stdioLimits: { messageBytes: 1024 * 1024, graceMs: 300 } });
    const failure = await failureOf(call(upstream, 'huge', { size: 3 * 1024 * 1024 }));
    expect(failure.message).toContain('sent a message of more than 1 MB and was ended');
  });

  it('and lies about what it was asked costs only its own call', async () => {
    const upstream = open(hostile());
    const [lie, truth] = await Promise.allSettled([call(upstream, 'lie'), call(upstream, 'echo', { a: 1 })]);
    expect(lie).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('no object') } });
    expect(truth.status).toBe('fulfilled');
  });
});

describe('a server with a bad list', () => {
  it('keeps the good tools and loses only what is no tool at all', async () => {
    const upstream = open(hostile('malformed-list'));
    await upstream.refresh();
    const names = upstream.manifest?.tools.map((tool) => (tool as { name?: string }).name);
    expect(names).toContain('echo');
    expect(names).toContain('bad');
    expect(upstream.manifest?.tools).toHaveLength(13);
    expect(upstream.logged).toEqual([expect.stringContaining('tools that are no objects')]);
  });

  it('that never ends is cut', async () => {
    const upstream = open(hostile('endless-list'));
    await upstream.refresh();
    expect(upstream.manifest?.tools).toHaveLength(22);
    expect(upstream.logged).toEqual([expect.stringContaining('repeats a page')]);
  });

  it('in pages is put together', async () => {
    const upstream = open(hostile('pages'));
    await upstream.refresh();
    expect(upstream.manifest?.tools).toHaveLength(11);
  });
});
