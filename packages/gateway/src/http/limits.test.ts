import { EventEmitter, once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ALICE, BOB, bearer, openGateway, type TestGateway } from '../../../../test/fixtures/http-gateway.ts';
import { HTTP_DEFAULTS } from './http-defaults.ts';
import type { McpRequest } from './mcp-request.ts';
import type { Principal } from './principal.ts';
import { TokenBuckets } from './token-buckets.ts';

const POST = { method: 'POST', headers: {}, body: '{}' };
const HEAD = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n';

/** Calls that stay open until the test ends them. */
function heldCalls() {
  const events = new EventEmitter().setMaxListeners(0);
  let held = 0;
  return {
    mcp: async (_request: McpRequest, { name }: Principal): Promise<Response> => {
      held += 1;
      events.emit('held');
      await once(events, 'end');
      return Response.json({ principal: name });
    },
    async until(count: number): Promise<void> {
      while (held < count) await once(events, 'held');
    },
    end: () => void events.emit('end'),
  };
}

function openStream({ port }: TestGateway, headers: Record<string, string> = {}): ClientRequest {
  const stream = request({ host: '127.0.0.1', port, path: '/mcp', headers, agent: false });
  stream.on('error', () => {});
  stream.end();
  return stream;
}

const silentStream = async (): Promise<Response> =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

describe('the length of a body', () => {
  it.each([
    ['that says its length', `${HEAD}Content-Length: 2000\r\n\r\n`],
    [
      'that comes in chunks without end',
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'3e8\r\n'.concat('x'.repeat(1_000), '\r\n').repeat(20)}`,
    ],
  ])('is limited for a request body %s, and the connection is closed', async (_what, bytes) => {
    let called = false;
    const mcp = async () => {
      called = true;
      return new Response();
    };
    const gateway = await openGateway({ limits: { bodyBytes: 1_000 } }, { mcp });
    expect(await gateway.raw(bytes)).toMatch(/^(HTTP\/1\.1 413 |$)/);
    expect(called).toBe(false);
  });

  it('may be exactly the limit', async () => {
    const mcp = async ({ whole }: McpRequest) => new Response(String((await whole().text()).length));
    const gateway = await openGateway({ limits: { bodyBytes: 1_000 } }, { mcp });
    expect(await gateway.send('/mcp', { ...POST, body: 'x'.repeat(1_000) })).toMatchObject({
      status: 200,
      body: '1000',
    });
    expect((await gateway.send('/mcp', { ...POST, body: 'x'.repeat(1_001) })).status).toBe(413);
  });

  it('is not read to its end for a rejected request', async () => {
    const gateway = await openGateway({ tokens: [{ name: 'alice', token: ALICE }] });
    const endless = `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`;
    expect(await gateway.raw(endless)).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i);
  });
});

describe('malformed requests', () => {
  it.each([
    ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length that is none', `${HEAD}Content-Length: -1\r\n\r\n`],
    ['a chunk that is none', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a folded header', `${HEAD}X-A: b\r\n c\r\n\r\n`],
    ['a header with a zero byte', `${HEAD}X-A: \0\r\n\r\n`],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('with %s close the connection before any handler', async (_what, bytes) => {
    let called = false;
    const mcp = async () => {
      called = true;
      return new Response();
    };
    const gateway = await openGateway({}, { mcp });
    expect(await gateway.raw(bytes)).toMatch(/^(HTTP\/1\.1 400 |$)/);
    expect(called).toBe(false);
    expect((await gateway.send('/health')).status).toBe(200);
  });

  it('with too many bytes of headers are rejected', async () => {
    const gateway = await openGateway({ limits: { headerBytes: 2_000 } });
    const big = await gateway.raw(`${HEAD}X-Big: ${'x'.repeat(3_000)}\r\n\r\n`);
    expect(big).toMatch(/^HTTP\/1\.1 431 /);
    const many = await gateway.raw(`${HEAD}${'a: b\r\n'.repeat(1_000)}\r\n`);
    expect(many).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('with many small headers do not bypass a check', async () => {
    const gateway = await openGateway();
    const bytes = `${HEAD}${'a: b\r\n'.repeat(2_200)}Origin: https://evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    expect(Buffer.byteLength(bytes)).toBeLessThan(HTTP_DEFAULTS.headerBytes);
    expect(await gateway.raw(bytes)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('pipelined requests on one connection', () => {
  const one = (host: string, last = false): string =>
    `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n${last ? 'Connection: close\r\n' : ''}\r\n{}`;

  it('are each checked, and answered in order', async () => {
    const gateway = await openGateway();
    const text = await gateway.raw(one('localhost') + one('evil.example') + one('localhost', true));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403', 'HTTP/1.1 200']);
  });

  it('are not parsed from the body of a rejected request', async () => {
    let calls = 0;
    const mcp = async () => {
      calls += 1;
      return new Response();
    };
    const gateway = await openGateway({}, { mcp });
    const inner = one('localhost', true);
    const outer = `POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`;
    const text = await gateway.raw(outer + one('evil.example', true));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 403']);
    expect(calls).toBe(0);
  });
});

describe('slow clients', () => {
  it('that never finish their headers are disconnected', async () => {
    const gateway = await openGateway({}, { limits: { headersTimeoutMs: 200, requestTimeoutMs: 400 } });
    expect(await gateway.raw(`${HEAD}X-A: b`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that never finish their body are disconnected', async () => {
    const gateway = await openGateway({}, { limits: { headersTimeoutMs: 200, requestTimeoutMs: 300 } });
    expect(await gateway.raw(`${HEAD}Content-Length: 10\r\n\r\n{`)).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect((await gateway.send('/mcp', POST)).status).toBe(200);
  });

  it('that are idle are disconnected', async () => {
    const gateway = await openGateway({}, { limits: { keepAliveMs: 100 } });
    const answered = await gateway.raw('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(answered).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that do not read their answer are disconnected, but slow calls are not', async () => {
    const held = heldCalls();
    const chunk = new Uint8Array(1_048_576);
    const gateway = await openGateway(
      {},
      {
        limits: { stalledMs: 150 },
        mcp: (web, principal) =>
          web.request.headers.has('x-flood')
            ? Promise.resolve(new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })))
            : held.mcp(web, principal),
      },
    );
    const patient = gateway.send('/mcp', POST);
    await held.until(1);
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => {});
    const cut = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`${HEAD}X-Flood: 1\r\nContent-Length: 0\r\n\r\n`);
    // Reads only after the disconnect: a paused socket notices the end when it resumes.
    const gone = once(gateway.observed, 'request');
    socket.pause();
    await gone;
    socket.resume();
    await cut;
    held.end();
    expect((await patient).status).toBe(200);
  });
});

describe('concurrency', () => {
  it('is limited for all calls together', async () => {
    const held = heldCalls();
    const gateway = await openGateway({ limits: { concurrent: 3 } }, { mcp: held.mcp });
    const calls = [1, 2, 3].map(() => gateway.send('/mcp', POST));
    await held.until(3);
    expect(await gateway.send('/mcp', POST)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect((await gateway.send('/health')).status).toBe(200);
    held.end();
    for (const call of calls) expect((await call).status).toBe(200);
    const next = gateway.send('/mcp', POST);
    await held.until(4);
    held.end();
    expect((await next).status).toBe(200);
  });

  it('is limited per principal, which leaves capacity for others', async () => {
    const held = heldCalls();
    const tokens = [
      { name: 'alice', token: ALICE },
      { name: 'bob', token: BOB },
    ];
    const gateway = await openGateway({ tokens, limits: { concurrent: 4 } }, { mcp: held.mcp });
    const call = (token: string) => gateway.send('/mcp', { ...POST, headers: bearer(token) });
    const calls = [call(ALICE), call(ALICE), call(ALICE)];
    await held.until(3);
    expect((await call(ALICE)).status).toBe(503);
    calls.push(call(BOB));
    await held.until(4);
    held.end();
    for (const one of calls) expect((await one).status).toBe(200);
  });

  it('frees capacity when the client disconnects', async () => {
    const held = heldCalls();
    const gateway = await openGateway({ limits: { concurrent: 1 } }, { mcp: held.mcp });
    const leaving = request({ host: '127.0.0.1', port: gateway.port, path: '/mcp', method: 'POST', agent: false });
    leaving.on('error', () => {});
    leaving.end('{}');
    await held.until(1);
    const closed = once(gateway.observed, 'request');
    leaving.destroy();
    await closed;
    const next = gateway.send('/mcp', POST);
    await held.until(2);
    held.end();
    expect((await next).status).toBe(200);
  });

  it('counts streams separately from calls', async () => {
    const mcp = ({ request: web }: McpRequest) =>
      web.method === 'GET' ? silentStream() : Promise.resolve(new Response());
    const gateway = await openGateway({ limits: { concurrent: 1 } }, { mcp, limits: { streams: 2 } });
    const streams = [openStream(gateway), openStream(gateway)];
    for (const stream of streams) await once(stream, 'response');
    expect((await gateway.send('/mcp', POST)).status).toBe(200);
    expect(await gateway.send('/mcp')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    for (const stream of streams) stream.destroy();
  });

  it('counts the subscription of a modern client as a stream', async () => {
    const held = heldCalls();
    const gateway = await openGateway({ limits: { concurrent: 1 } }, { mcp: held.mcp });
    const listening = gateway.send('/mcp', { ...POST, headers: { 'mcp-method': 'subscriptions/listen' } });
    await held.until(1);
    const call = gateway.send('/mcp', POST);
    await held.until(2);
    held.end();
    expect([(await listening).status, (await call).status]).toEqual([200, 200]);
  });

  it('allows a thousand calls, all of which are answered', async () => {
    const held = heldCalls();
    const gateway = await openGateway({}, { mcp: held.mcp });
    const calls = Array.from({ length: 1_000 }, () => gateway.send('/mcp', POST));
    await held.until(1_000);
    held.end();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1_000);
  });

  it('is limited for connections', async () => {
    const gateway = await openGateway({}, { mcp: silentStream, limits: { sockets: 2 } });
    const streams = [openStream(gateway), openStream(gateway)];
    for (const stream of streams) await once(stream, 'response');
    expect(await gateway.raw('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('');
    for (const stream of streams) stream.destroy();
  });
});

describe('requests per minute', () => {
  it('are limited per principal, with a Retry-After header', async () => {
    const tokens = [
      { name: 'alice', token: ALICE },
      { name: 'bob', token: BOB },
    ];
    const gateway = await openGateway({ tokens, limits: { perMinute: 3 } });
    const call = (token: string) => gateway.send('/mcp', { ...POST, headers: bearer(token) });
    const statuses = [await call(ALICE), await call(ALICE), await call(ALICE)].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    const { status, headers } = await call(ALICE);
    expect({ status, wait: Number(headers['retry-after']) }).toEqual({ status: 429, wait: 20 });
    expect((await call(BOB)).status).toBe(200);
  });

  it('are not limited on loopback without tokens by default', async () => {
    const free = await openGateway({}, {});
    const counted = await openGateway({ limits: { perMinute: 1 } });
    for (const gateway of [free, counted]) expect((await gateway.send('/mcp', POST)).status).toBe(200);
    expect((await counted.send('/mcp', POST)).status).toBe(429);
  });

  it('are refilled over time, up to the limit', () => {
    let now = 0;
    const buckets = new TokenBuckets(60, () => now);
    for (let taken = 0; taken < 60; taken += 1) expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(1);
    expect(buckets.wait('b')).toBe(0);
    now = 1_000;
    expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(1);
    now = 10_000_000;
    for (let taken = 0; taken < 60; taken += 1) expect(buckets.take('a')).toBe(0);
    expect(buckets.wait('a')).toBe(1);
  });

  it('are tracked for a bounded number of callers', () => {
    const buckets = new TokenBuckets(1, () => 0);
    for (let caller = 0; caller < 20_000; caller += 1) buckets.take(`caller ${caller}`);
    expect(buckets.wait('caller 0')).toBe(0);
    expect(buckets.wait('caller 19999')).toBe(60);
  });
});

describe('closing', () => {
  it('lets calls finish, ends streams at once, and accepts no new requests', async () => {
    const held = heldCalls();
    const mcp = (web: McpRequest, principal: Principal) =>
      web.request.method === 'GET' ? silentStream() : held.mcp(web, principal);
    const gateway = await openGateway({}, { mcp, limits: { graceMs: 600_000 } });
    const stream = openStream(gateway);
    const [incoming] = (await once(stream, 'response')) as [IncomingMessage];
    incoming.on('error', () => {}).resume();
    const ended = new Promise((resolve) => incoming.once('close', resolve));
    const call = gateway.send('/mcp', POST);
    await held.until(1);
    const closed = gateway.listener.close();
    await ended;
    await expect(gateway.send('/health')).rejects.toThrow();
    held.end();
    expect((await call).status).toBe(200);
    await closed;
  });

  it('aborts calls that do not finish in time', async () => {
    const held = heldCalls();
    const gateway = await openGateway({}, { mcp: held.mcp, limits: { graceMs: 50 } });
    const call = gateway.send('/mcp', POST);
    const cut = expect(call).rejects.toThrow();
    await held.until(1);
    await gateway.listener.close();
    await cut;
    held.end();
  });
});
