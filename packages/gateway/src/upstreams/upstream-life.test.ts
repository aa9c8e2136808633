import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  callingClient,
  fixture,
  hostile,
  MemoryManifests,
  textOf,
  type WatchedUpstream,
  watchedUpstream,
} from '../../../../test/fixtures/upstreams.ts';
import { manifestKey } from '../state/manifest-key.ts';
import type { ServerManifest } from './manifest.ts';

const opened: WatchedUpstream[] = [];
function open(...args: Parameters<typeof watchedUpstream>): WatchedUpstream {
  const upstream = watchedUpstream(...args);
  opened.push(upstream);
  return upstream;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
});

const isState = (state: string) => (event: { status: { state: string } }) => event.status.state === state;

describe('a server that nobody needs', () => {
  it('is stopped after a while, and started again for the next call', async () => {
    const upstream = open({ ...hostile(), idleMs: 100 });
    const before = (await call(upstream, 'pid'))['structuredContent'] as { pid: number };
    await upstream.seen('status', isState('cold'));
    const after = (await call(upstream, 'pid'))['structuredContent'] as { pid: number };
    expect(after.pid).not.toBe(before.pid);
    expect(upstream.status.restarts).toBe(0);
  });

  it('is not stopped while a call is in flight', async () => {
    const upstream = open({ ...hostile(), idleMs: 50 });
    expect(textOf(await call(upstream, 'slowly', { steps: 10, everyMs: 40 }))).toBe('done');
  });

  it('is not stopped while somebody waits for news of a resource', async () => {
    const upstream = open({ ...hostile(), idleMs: 50 });
    await upstream.request('resources/subscribe', { uri: 'mem://one' });
    await upstream.seen('resource-updated');
    await new Promise((next) => setTimeout(next, 200));
    expect(upstream.status.state).toBe('ready');
    await upstream.request('resources/unsubscribe', { uri: 'mem://one' });
    await upstream.seen('status', isState('cold'));
  });
});

describe('what is known of a server', () => {
  it('is there before the server is, where it was kept', async () => {
    const first = open(hostile());
    await first.refresh();
    const second = open(hostile(), { manifests: first.manifests });
    expect(second.manifest?.tools).toHaveLength(11);
    expect(second.status.state).toBe('cold');
    void second.refreshIfStale();
    expect(second.status.state).toBe('cold');
  });

  it('is not what another configuration of the same name knew', async () => {
    const first = open(hostile());
    await first.refresh();
    expect(open(hostile('version=2.0.0'), { manifests: first.manifests }).manifest).toBeUndefined();
    const token = { ...hostile(), env: { API_TOKEN: 'a' } };
    const other = open(token, { manifests: first.manifests });
    await other.refresh();
    const rotated = open({ ...hostile(), env: { API_TOKEN: 'b' } }, { manifests: first.manifests });
    expect(rotated.manifest).toEqual(other.manifest);
  });

  it('is read anew in the background when it is old', async () => {
    const manifests = new MemoryManifests();
    const first = open(hostile(), { manifests });
    await first.refresh();
    for (const [key, manifest] of manifests.kept) manifests.kept.set(key, { ...manifest, tools: [], fetchedAt: 1 });
    const second = open(hostile(), { manifests });
    void second.refreshIfStale();
    expect((await second.seen('manifest')).manifest.tools).toHaveLength(11);
    expect(manifests.load('tested', [...manifests.kept.keys()][0]?.split(' ')[1] as string)?.tools).toHaveLength(11);
  });

  it('is read on the way when a call starts the server for the first time', async () => {
    const upstream = open(hostile());
    await call(upstream, 'echo');
    expect((await upstream.seen('manifest')).manifest).toMatchObject({ era: 'legacy', server: { name: 'hostile' } });
  });

  it('is not told again where nothing has changed', async () => {
    const upstream = open(hostile());
    await upstream.refresh();
    await upstream.refresh();
    expect(upstream.events.filter(({ kind }) => kind === 'manifest')).toHaveLength(1);
  });

  it.each([
    ['legacy', hostile()],
    ['modern', fixture('modern.mjs')],
  ])('follows a %s server that says that its tools have changed, once for many words', async (_, config) => {
    const upstream = open(config);
    await upstream.refresh();
    const before = upstream.manifest?.tools.length as number;
    await call(upstream, 'grow');
    const { manifest } = await upstream.seen('manifest', (event) => event.manifest.tools.length > before);
    expect(manifest.tools).toHaveLength(before + 1);
    expect(upstream.events.filter(({ kind }) => kind === 'manifest')).toHaveLength(2);
  });

  it('survives a refresh that fails', async () => {
    const first = open(hostile());
    await first.refresh();
    const manifests = first.manifests;
    const [key] = [...manifests.kept.keys()];
    const second = open(hostile(), { manifests });
    await call(second, 'echo');
    process.kill(second.status.pid as number, 'SIGKILL');
    await second.seen('status', isState('failed'));
    await second.refresh();
    expect(second.manifest?.tools).toHaveLength(11);
    expect(manifests.kept.get(key as string)?.tools).toHaveLength(11);
  });
});

describe('a server that has changed its era since it was last seen', () => {
  async function manifestOf(config: Parameters<typeof open>[0]) {
    const upstream = open(config);
    await upstream.refresh();
    return upstream.manifest as ServerManifest;
  }

  it.each([
    ['legacy', 'modern', hostile(), fixture('modern.mjs')],
    ['modern', 'legacy', fixture('modern.mjs'), hostile()],
  ])('from %s to %s is asked again', async (_, now, past, present) => {
    const known = await manifestOf(past);
    const manifests = new MemoryManifests();
    await manifests.save('tested', manifestKey(present), known);
    const upstream = open(present, { manifests });
    expect(upstream.manifest).toEqual(known);
    await upstream.refresh();
    expect(upstream.manifest).toMatchObject({ era: now, server: { name: now === 'modern' ? 'modern' : 'hostile' } });
  });

  it('is used by the first call already', async () => {
    const manifests = new MemoryManifests();
    await manifests.save('tested', manifestKey(fixture('modern.mjs')), await manifestOf(hostile()));
    expect(textOf(await call(open(fixture('modern.mjs'), { manifests }), 'grow'))).toBe('grown');
  });

  it('is asked after a week, where it was legacy', async () => {
    const manifests = new MemoryManifests();
    const known = await manifestOf(hostile());
    const longAgo = Date.now() - 8 * 24 * 3_600_000;
    await manifests.save('tested', manifestKey(hostile()), { ...known, probedAt: longAgo });
    const upstream = open(hostile(), { manifests });
    await upstream.refresh();
    expect(upstream.manifest?.probedAt).toBeGreaterThan(longAgo);
  });
});

describe('many calls at once', () => {
  it('all come back, each with its own answer', async () => {
    const upstream = open(hostile());
    const calls = Array.from({ length: 1000 }, (_, at) => call(upstream, 'echo', { at }));
    const answers = (await Promise.all(calls)).map((result) => (result['structuredContent'] as { at: number }).at);
    expect(answers).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  });
});

describe('news of a resource', () => {
  it.each([
    ['legacy', hostile()],
    ['modern', fixture('modern.mjs')],
  ])('of a %s server reach those who subscribed', async (_, config) => {
    const upstream = open(config);
    await upstream.request('resources/subscribe', { uri: 'mem://one' }, { client: callingClient('one') });
    if (config.args?.[0]?.endsWith('modern.mjs')) await call(upstream, 'touch');
    expect(await upstream.seen('resource-updated')).toEqual({ kind: 'resource-updated', uri: 'mem://one' });
  });

  it('go on after the server has crashed', async () => {
    const upstream = open(hostile());
    await upstream.request('resources/subscribe', { uri: 'mem://one' });
    await upstream.seen('resource-updated');
    process.kill(upstream.status.pid as number, 'SIGKILL');
    await upstream.seen('status', isState('failed'));
    await upstream.seen('status', ({ status }) => status.state === 'ready' && status.restarts === 1);
    const news = () => upstream.events.filter(({ kind }) => kind === 'resource-updated').length;
    while (news() < 2) await new Promise((next) => setTimeout(next, 5));
  });
});

describe('closing', () => {
  it('does not wait for a server that is only starting', async () => {
    const upstream = open({ ...hostile('hang-on-start'), startTimeoutMs: 60_000 });
    const waiting = call(upstream, 'echo').catch((error: Error) => error.message);
    await upstream.seen('status', isState('starting'));
    await upstream.close();
    expect(await waiting).toContain('could not be started');
    await expect(call(upstream, 'echo')).rejects.toThrow('it is no longer configured');
  });
});

describe('restarting', () => {
  it('forgets what failed and starts the server', async () => {
    const upstream = open(hostile());
    await call(upstream, 'crash').catch(() => {});
    await call(upstream, 'crash').catch(() => {});
    expect(upstream.status.state).toBe('failed');
    await upstream.restart();
    expect(upstream.status).toMatchObject({ state: 'ready' });
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
  });
});
