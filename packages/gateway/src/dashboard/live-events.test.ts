import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { FixedUpstream } from '../../../../test/fixtures/fixed-upstream.ts';
import { openGateway } from '../../../../test/fixtures/http-gateway.ts';
import { command, engineWith } from '../../../../test/fixtures/tools.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { LiveEvents, type LiveOptions } from './live-events.ts';
import type { DashboardSources } from './sources.ts';

function watched(options: Partial<LiveOptions> = {}) {
  const engine = engineWith([command('ping')]);
  const upstream = new FixedUpstream('mail');
  const sources: DashboardSources = {
    engine,
    upstreams: () => [upstream],
    trustOf: () => undefined,
    listed: () => [],
    reports: () => undefined,
  };
  const events = new LiveEvents(sources, { everyMs: 5, ...options });
  onTestFinished(() => events.close());
  return { engine, upstream, sources, events };
}

/** Reads a stream until what was read fits, and says what it was. */
async function readUntil(stream: ReadableStream<Uint8Array>, fits: (text: string) => boolean): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!fits(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value);
  }
  reader.releaseLock();
  return text;
}

it('tells how everything stands at once, and then only what changes', async () => {
  const { events, upstream } = watched();
  const stream = events.open() as ReadableStream<Uint8Array>;
  const first = await readUntil(stream, (text) => text.includes('event: calls'));
  expect(first).toContain('event: upstreams\ndata: [{"name":"mail","state":"ready"');
  expect(first).toContain('event: catalog');
  upstream.status = { state: 'failed', restarts: 1, lastError: 'it ended' };
  const next = await readUntil(stream, (text) => text.includes('failed'));
  expect(next).toMatch(/^event: upstreams\ndata: .*"lastError":"it ended".*\n\n$/);
});

it('counts calls while somebody watches, and listens to none otherwise', async () => {
  const { events, engine } = watched();
  const stream = events.open() as ReadableStream<Uint8Array>;
  const calling = setInterval(() => void engine.call({ command: 'ping', input: {} }), 10);
  onTestFinished(() => clearInterval(calling));
  await readUntil(stream, (text) => /"perSecond":[1-9]/.test(text));
  expect(events.watching).toBe(1);
  await stream.cancel();
  expect(events.watching).toBe(0);
});

it('keeps nothing for a page that does not read, and tells it the latest when it does', async () => {
  const { events, upstream } = watched({ everyMs: 1 });
  const stream = events.open() as ReadableStream<Uint8Array>;
  const long = 'x'.repeat(40_000);
  let turn = 0;
  // Far more than it is given room for, while another page reads along.
  const other = events.open() as ReadableStream<Uint8Array>;
  while (turn < 50) {
    turn += 1;
    upstream.status = { state: 'failed', restarts: turn, lastError: long };
    await readUntil(other, (text) => text.includes(`"restarts":${turn}`));
  }
  const read = await readUntil(stream, (text) => text.includes('"restarts":50'));
  expect(read.length).toBeLessThan(8 * long.length);
});

it('lets in so many, and another one when one has left', async () => {
  const { events } = watched({ most: 2 });
  const first = events.open();
  events.open();
  expect(events.open()).toBeUndefined();
  await first?.cancel();
  expect(events.open()).toBeDefined();
});

it('shows that it is alive while nothing happens, and ends after a while', async () => {
  const { events } = watched({ heartbeatMs: 10, lastsMs: 200 });
  const stream = events.open() as ReadableStream<Uint8Array>;
  expect(await readUntil(stream, () => false)).toContain(': still here');
  expect(events.watching).toBe(0);
});

it('is served as events to those who may watch, and stops with the connection', async () => {
  const { sources } = watched();
  const tokens = [{ name: 'watcher', token: 'watcher-has-a-long-token', rights: ['watch' as const] }];
  const gateway = await openGateway({ tokens }, { routes: dashboardRoutes(sources, { live: { everyMs: 5 } }) });
  const url = `http://127.0.0.1:${gateway.port}/dashboard/api/events`;
  expect((await gateway.send('/dashboard/api/events')).status).toBe(401);
  const headers = { authorization: 'Bearer watcher-has-a-long-token' };
  const outgoing = request(url, { headers, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toBe('text/event-stream');
  const [chunk] = (await once(response, 'data')) as [Buffer];
  expect(chunk.toString()).toContain('event: upstreams');
  outgoing.destroy();
  await expect.poll(() => gateway.listener.inFlight().calls).toBe(0);
});
