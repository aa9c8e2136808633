import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { FixedUpstream } from '../../../../test/fixtures/fixed-upstream.ts';
import { openGateway } from '../../../../test/fixtures/http-gateway.ts';
import { command, engineWith } from '../../../../test/fixtures/tools.ts';
import { AskLog } from '../state/ask-log.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { LiveEvents, type LiveOptions } from './live-events.ts';
import type { DashboardSources } from './sources.ts';

function createEvents(options: Partial<LiveOptions> = {}) {
  const engine = engineWith([command('ping')]);
  const upstream = new FixedUpstream('mail');
  const sources: DashboardSources & { readonly activity: { readonly seq: number } } = {
    engine,
    visible: (scope) => ({ catalog: engine.catalog.view(scope), scope }),
    upstreams: () => [upstream],
    config: () => ({ mcpServers: {} }),
    trustOf: () => undefined,
    listed: () => [],
    reports: () => undefined,
    asks: new AskLog('unused'),
    functions: () => undefined,
    server: { on: () => () => {}, engine },
    activity: { seq: 0 },
  };
  const events = new LiveEvents(sources, { everyMs: 5, ...options });
  onTestFinished(() => events.close());
  return { engine, upstream, sources, events };
}

/** Reads a stream until the text matches, and returns the text. */
async function readUntil(stream: ReadableStream<Uint8Array>, matches: (text: string) => boolean): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!matches(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value);
  }
  reader.releaseLock();
  return text;
}

it('sends the whole state first, and later only the kinds that changed', async () => {
  const { events, upstream } = createEvents();
  const stream = events.open() as ReadableStream<Uint8Array>;
  const first = await readUntil(stream, (text) => text.includes('event: calls'));
  expect(first).toContain('event: upstreams\ndata: [{"name":"mail","state":"ready"');
  expect(first).toContain('event: catalog');
  upstream.status = { state: 'failed', restarts: 1, lastError: 'it ended' };
  const next = await readUntil(stream, (text) => text.includes('failed'));
  expect(next).toMatch(/^event: upstreams\ndata: .*"lastError":"it ended".*\n\n$/);
});

it('counts calls only while a page is connected', async () => {
  const { events, engine } = createEvents();
  const stream = events.open() as ReadableStream<Uint8Array>;
  const calling = setInterval(() => void engine.call({ command: 'ping', input: {} }), 10);
  onTestFinished(() => clearInterval(calling));
  await readUntil(stream, (text) => /"perSecond":[1-9]/.test(text));
  expect(events.subscriberCount).toBe(1);
  await stream.cancel();
  expect(events.subscriberCount).toBe(0);
});

it('queues nothing for a page that does not read, and sends the latest state when it reads', async () => {
  const { events, upstream } = createEvents({ everyMs: 1 });
  const stream = events.open() as ReadableStream<Uint8Array>;
  const long = 'x'.repeat(40_000);
  let turn = 0;
  // Sends far more than the limit of unread bytes. Only the page `other` reads meanwhile.
  const other = events.open() as ReadableStream<Uint8Array>;
  while (turn < 50) {
    turn += 1;
    upstream.status = { state: 'failed', restarts: turn, lastError: long };
    await readUntil(other, (text) => text.includes(`"restarts":${turn}`));
  }
  const read = await readUntil(stream, (text) => text.includes('"restarts":50'));
  expect(read.length).toBeLessThan(8 * long.length);
});

it('limits the connected pages, and accepts another when one has left', async () => {
  const { events } = createEvents({ most: 2 });
  const first = events.open();
  events.open();
  expect(events.open()).toBeUndefined();
  await first?.cancel();
  expect(events.open()).toBeDefined();
});

it('sends heartbeats while nothing happens, and ends after its time', async () => {
  const { events } = createEvents({ heartbeatMs: 10, lastsMs: 200 });
  const stream = events.open() as ReadableStream<Uint8Array>;
  expect(await readUntil(stream, () => false)).toContain(': still here');
  expect(events.subscriberCount).toBe(0);
});

it('needs the right to watch, and stops when the connection closes', async () => {
  const { sources } = createEvents();
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

it('keeps places for other principals, however many pages one opens', async () => {
  const { events } = createEvents({ most: 4, mostEach: 2 });
  const opened = ['ann', 'ann', 'ann', 'ben'].map((principal) => events.open(principal) !== undefined);
  expect(opened).toEqual([true, true, false, true]);
});
