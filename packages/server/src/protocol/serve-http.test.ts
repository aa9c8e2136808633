import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { answerHttp, serveHttp } from './serve-http.ts';

const options = { onProblem: (error: Error) => expect.unreachable(error.message), maxBodyBytes: 10 };

function silent(): Response {
  return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
}

it.each([
  { method: 'GET', headers: {} },
  { method: 'POST', headers: { 'mcp-method': 'subscriptions/listen' } },
])('ends what a $method opens for as long as its client stays, without waiting for it', async ({ method, headers }) => {
  const events = new EventEmitter();
  const opened = once(events, 'opened');
  const open = async (): Promise<Response> => {
    events.emit('opened');
    return silent();
  };
  const listener = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    graceMs: 600_000,
    handle: (incoming, response) => void answerHttp(incoming, response, open, options),
  });
  const outgoing = request(listener.origin, { method, headers, agent: false });
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  outgoing.on('error', () => {});
  outgoing.once('response', (incoming: IncomingMessage) => incoming.on('error', () => {}).resume());
  outgoing.end();
  await opened;
  await Promise.all([listener.close(), listener.close()]);
  await closed;
});

it('takes a body up to its limit and refuses one byte more', async () => {
  const echo = async (web: Request): Promise<Response> => new Response(await web.text());
  const listener = await serveHttp({
    host: '127.0.0.1',
    port: 0,
    handle: (incoming, response) => void answerHttp(incoming, response, echo, options),
  });
  const post = (body: string) => fetch(listener.origin, { method: 'POST', body });
  expect(await (await post('0123456789')).text()).toBe('0123456789');
  expect((await post('0123456789a')).status).toBe(413);
  await listener.close();
});
