import { describe, expect, it } from 'vitest';
import { call, fixture, hostile, MemoryManifests, openUpstream, textOf } from '../../../../test/fixtures/upstreams.ts';
import { manifestKey } from '../cache/manifest-key.ts';
import type { ServerManifest } from './manifest.ts';

const isState = (state: string) => (event: { status: { state: string } }) => event.status.state === state;

describe('an idle server', () => {
  it('is stopped after a while, and started again for the next call', async () => {
    const upstream = openUpstream({ ...hostile(), idleMs: 100 });
    const before = (await call(upstream, 'pid'))['structuredContent'] as { pid: number };
    await upstream.seen('status', isState('cold'));
    const after = (await call(upstream, 'pid'))['structuredContent'] as { pid: number };
    expect(after.pid).not.toBe(before.pid);
    expect(upstream.status.restarts).toBe(0);
  });

  it('is not stopped while a call is in flight', async () => {
    const upstream = openUpstream({ ...hostile(), idleMs: 50 });
    expect(textOf(await call(upstream, 'slowly', { steps: 10, everyMs: 40 }))).toBe('done');
  });

  it('is not stopped while a client is subscribed to a resource', async () => {
    const upstream = openUpstream({ ...hostile(), idleMs: 50 });
    const stopWatching = await upstream.watchResource('mem://one');
    await upstream.seen('resource-updated');
    await new Promise((next) => setTimeout(next, 200));
    expect(upstream.status.state).toBe('ready');
    stopWatching();
    await upstream.seen('status', isState('cold'));
  });
});

describe('the cached definition of a server', () => {
  it('is available before the server starts', async () => {
    const first = openUpstream(hostile());
    await first.refresh();
    const second = openUpstream(hostile(), { manifests: first.manifests });
    expect(second.manifest?.tools).toHaveLength(11);
    expect(second.status.state).toBe('cold');
    void second.refreshIfStale();
    expect(second.status.state).toBe('cold');
  });

  it('is not used for another configuration with the same name', async () => {
    const first = openUpstream(hostile());
    await first.refresh();
    expect(openUpstream(hostile('version=2.0.0'), { manifests: first.manifests }).manifest).toBeUndefined();
    const token = { ...hostile(), env: { API_TOKEN: 'a' } };
    const other = openUpstream(token, { manifests: first.manifests });
    await other.refresh();
    const rotated = openUpstream({ ...hostile(), env: { API_TOKEN: 'b' } }, { manifests: first.manifests });
    expect(rotated.manifest).toEqual(other.manifest);
  });

  it('is refreshed in the background when it is old', async () => {
    const manifests = new MemoryManifests();
    const first = openUpstream(hostile(), { manifests });
    await first.refresh();
    for (const [key, manifest] of manifests.stored) manifests.stored.set(key, { ...manifest, tools: [], fetchedAt: 1 });
    const second = openUpstream(hostile(), { manifests });
    void second.refreshIfStale();
    expect((await second.seen('manifest')).manifest.tools).toHaveLength(11);
    expect(manifests.load('tested', [...manifests.stored.keys()][0]?.split(' ')[1] as string)?.tools).toHaveLength(11);
  });

  it('is read when a call starts the server for the first time', async () => {
    const upstream = openUpstream(hostile());
    await call(upstream, 'echo');
    expect((await upstream.seen('manifest')).manifest).toMatchObject({ era: 'legacy', server: { name: 'hostile' } });
  });

  it('is not announced again if nothing has changed', async () => {
    const upstream = openUpstream(hostile());
    await upstream.refresh();
    await upstream.refresh();
    expect(upstream.events.filter(({ kind }) => kind === 'manifest')).toHaveLength(1);
  });

  it.each([
    ['legacy', hostile()],
    ['modern', fixture('modern.mjs')],
  ])('follows the list_changed notifications of a %s server, debounced', async (_, config) => {
    const upstream = openUpstream(config);
    await upstream.refresh();
    const before = upstream.manifest?.tools.length as number;
    await call(upstream, 'grow');
    const { manifest } = await upstream.seen('manifest', (event) => event.manifest.tools.length > before);
    expect(manifest.tools).toHaveLength(before + 1);
    expect(upstream.events.filter(({ kind }) => kind === 'manifest')).toHaveLength(2);
  });

  it('survives a failed refresh', async () => {
    const first = openUpstream(hostile());
    await first.refresh();
    const manifests = first.manifests;
    const [key] = [...manifests.stored.keys()];
    const second = openUpstream(hostile(), { manifests });
    await call(second, 'echo');
    process.kill(second.status.pid as number, 'SIGKILL');
    await second.seen('status', isState('failed'));
    await second.refresh();
    expect(second.manifest?.tools).toHaveLength(11);
    expect(manifests.stored.get(key as string)?.tools).toHaveLength(11);
  });
});

describe('a server whose era has changed', () => {
  async function manifestOf(config: Parameters<typeof openUpstream>[0]) {
    const upstream = openUpstream(config);
    await upstream.refresh();
    return upstream.manifest as ServerManifest;
  }

  it.each([
    ['legacy', 'modern', hostile(), fixture('modern.mjs')],
    ['modern', 'legacy', fixture('modern.mjs'), hostile()],
  ])('from %s to %s is detected again', async (_, now, past, present) => {
    const known = await manifestOf(past);
    const manifests = new MemoryManifests();
    await manifests.save('tested', manifestKey(present), known);
    const upstream = openUpstream(present, { manifests });
    expect(upstream.manifest).toEqual(known);
    await upstream.refresh();
    expect(upstream.manifest).toMatchObject({ era: now, server: { name: now === 'modern' ? 'modern' : 'hostile' } });
  });

  it('is usable in the first call', async () => {
    const manifests = new MemoryManifests();
    await manifests.save('tested', manifestKey(fixture('modern.mjs')), await manifestOf(hostile()));
    expect(textOf(await call(openUpstream(fixture('modern.mjs'), { manifests }), 'grow'))).toBe('grown');
  });

  it('is detected again after a week if it was legacy', async () => {
    const manifests = new MemoryManifests();
    const known = await manifestOf(hostile());
    const longAgo = Date.now() - 8 * 24 * 3_600_000;
    await manifests.save('tested', manifestKey(hostile()), { ...known, probedAt: longAgo });
    const upstream = openUpstream(hostile(), { manifests });
    await upstream.refresh();
    expect(upstream.manifest?.probedAt).toBeGreaterThan(longAgo);
  });
});

describe('many calls at once', () => {
  it('are each answered with their own result', async () => {
    const upstream = openUpstream(hostile());
    const calls = Array.from({ length: 1000 }, (_, at) => call(upstream, 'echo', { at }));
    const answers = (await Promise.all(calls)).map((result) => (result['structuredContent'] as { at: number }).at);
    expect(answers).toEqual(Array.from({ length: 1000 }, (_, at) => at));
  });
});

describe('updates of a resource', () => {
  it.each([
    ['legacy', hostile()],
    ['modern', fixture('modern.mjs')],
  ])('of a %s server reach their subscribers', async (_, config) => {
    const upstream = openUpstream(config);
    await upstream.watchResource('mem://one');
    if (config.args?.[0]?.endsWith('modern.mjs')) await call(upstream, 'touch');
    expect(await upstream.seen('resource-updated')).toEqual({ kind: 'resource-updated', uri: 'mem://one' });
  });

  it('continue after the server has crashed', async () => {
    const upstream = openUpstream(hostile());
    await upstream.watchResource('mem://one');
    await upstream.seen('resource-updated');
    process.kill(upstream.status.pid as number, 'SIGKILL');
    await upstream.seen('status', isState('failed'));
    await upstream.seen('status', ({ status }) => status.state === 'ready' && status.restarts === 1);
    const news = () => upstream.events.filter(({ kind }) => kind === 'resource-updated').length;
    while (news() < 2) await new Promise((next) => setTimeout(next, 5));
  });
});

describe('closing', () => {
  it('does not wait for a server that is still starting', async () => {
    const upstream = openUpstream({ ...hostile('hang-on-start'), startTimeoutMs: 60_000 });
    const waiting = call(upstream, 'echo').catch((error: Error) => error.message);
    await upstream.seen('status', isState('starting'));
    await upstream.close();
    expect(await waiting).toContain('could not be started');
    await expect(call(upstream, 'echo')).rejects.toThrow('it is no longer configured');
  });
});

describe('restarting', () => {
  it('resets the back-off and starts the server', async () => {
    const upstream = openUpstream(hostile());
    await call(upstream, 'crash').catch(() => {});
    await call(upstream, 'crash').catch(() => {});
    expect(upstream.status.state).toBe('failed');
    await upstream.restart();
    expect(upstream.status).toMatchObject({ state: 'ready' });
    expect(textOf(await call(upstream, 'echo', { a: 1 }))).toBe('{"a":1}');
  });
});
