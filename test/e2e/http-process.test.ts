import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createMcpServer } from '@foldout/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, type ClientKind } from './clients.ts';
import { deskOverHttp, type RunningDesk } from './desk.ts';

const [LEGACY, MODERN] = CLIENTS as readonly [ClientKind, ClientKind, ClientKind];
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const MAX_BODY = 4 * 1024 * 1024;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
};

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends any header. `fetch` forbids a false Host header. */
function send(url: string, method: string, headers: OutgoingHttpHeaders, body?: string): Promise<Reply> {
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.end(body);
  return replyTo(outgoing);
}

async function replyTo(outgoing: ClientRequest): Promise<Reply> {
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
  });
  await once(response, 'end');
  return { status: response.statusCode, headers: response.headers, body: text };
}

describe('a server on HTTP', () => {
  let desk: RunningDesk;
  beforeAll(async () => {
    desk = await deskOverHttp({ toolStrategy: 'lazy', transport: 'auto' });
  });
  afterAll(() => desk?.stop());

  const initialize = (headers: OutgoingHttpHeaders = {}) =>
    send(desk.url, 'POST', { ...JSON_HEADERS, ...headers }, JSON.stringify(INITIALIZE));

  it('is the transport that auto chooses for a process without a pipe on stdin', () => {
    expect(desk.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it.each([
    { host: 'evil.example' },
    { host: 'evil.example:80' },
    { host: '127.0.0.1.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'null' },
  ])('refuses %o', async (headers) => {
    expect((await initialize(headers)).status).toBe(403);
  });

  it.each([{}, { host: 'localhost:1' }, { origin: 'http://localhost:5173' }, { origin: 'http://127.0.0.1' }])(
    'accepts %o',
    async (headers) => {
      const { status, body } = await initialize(headers);
      expect(status).toBe(200);
      expect(body).toContain('"serverInfo"');
    },
  );

  const ERAS = [
    { era: 'legacy', headers: JSON_HEADERS },
    {
      era: 'modern',
      headers: {
        ...JSON_HEADERS,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'probe-echo',
      },
    },
  ];

  it.each(ERAS)('refuses a $era body whose Content-Length exceeds 4 MiB, and keeps serving', async ({ headers }) => {
    const tooLong = { ...headers, 'content-length': MAX_BODY + 1 };
    const outgoing = request(desk.url, { method: 'POST', headers: tooLong, agent: false });
    outgoing.flushHeaders();
    expect((await replyTo(outgoing)).status).toBe(413);
    outgoing.destroy();
    expect((await initialize()).status).toBe(200);
  });

  it.each(ERAS)('refuses a $era chunked body that exceeds 4 MiB, and keeps serving', async ({ headers }) => {
    const outgoing = request(desk.url, { method: 'POST', headers, agent: false });
    // Sends the body in two parts, so that no data is in flight when the server refuses it.
    const start = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe-echo","arguments":{"value":"';
    await new Promise<void>((sent) => outgoing.write(start.padEnd(MAX_BODY, 'x'), () => sent()));
    outgoing.write('x');
    expect((await replyTo(outgoing)).status).toBe(413);
    outgoing.destroy();
    expect((await initialize()).status).toBe(200);
  });

  it('accepts a body of nearly 4 MiB', async () => {
    const { body, headers } = await initialize();
    expect(body).toContain('"serverInfo"');
    const session = { ...JSON_HEADERS, 'mcp-session-id': headers['mcp-session-id'] as string };
    const params = { name: 'afd-call', arguments: { command: 'probe-echo', select: ['length'] } };
    const input = { value: 'x'.repeat(MAX_BODY - 1_000) };
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call' };
    const sent = JSON.stringify({ ...call, params: { ...params, arguments: { ...params.arguments, input } } });
    const reply = await send(desk.url, 'POST', session, sent);
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining(`"length":${MAX_BODY - 1_000}`) });
  });

  it.each(['/', '/mcp/other', '/favicon.ico', '/mcpx'])('answers 404 at %s', async (path) => {
    const reply = await send(new URL(path, desk.url).href, 'GET', {});
    expect(reply).toMatchObject({ status: 404, body: expect.stringContaining('/mcp') });
  });

  it.each([
    { what: 'no JSON', body: '{"jsonrpc":', status: 400 },
    { what: 'no message', body: '{"hello":"world"}', status: 400 },
    { what: 'nothing', body: '', status: 400 },
    { what: 'a list without end', body: '['.repeat(100_000), status: 400 },
    { what: 'a request without a session', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', status: 400 },
  ])('answers a body that is $what with $status, and keeps serving', async ({ body, status }) => {
    expect((await send(desk.url, 'POST', JSON_HEADERS, body)).status).toBe(status);
    expect((await initialize()).status).toBe(200);
  });

  it('answers an unknown session id so that the client initializes again', async () => {
    const headers = { ...JSON_HEADERS, 'mcp-session-id': 'never-seen', 'mcp-protocol-version': '2025-11-25' };
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect(await send(desk.url, 'POST', headers, body)).toMatchObject({
      status: 404,
      body: expect.stringContaining('Initialize again'),
    });
  });

  it('refuses to listen beyond loopback', async () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.1', 'example.com']) {
      const server = createMcpServer({
        name: 'open',
        version: '1.0.0',
        commands: [],
        transport: 'http',
        port: 0,
        host,
      });
      await expect(server.start()).rejects.toThrow(new RegExp(`Refusing to listen on '${host}'`));
      expect(server.url).toBeUndefined();
      await server.stop();
    }
  });

  it('names the port that is in use', async () => {
    const port = Number(new URL(desk.url).port);
    const server = createMcpServer({ name: 'second', version: '1.0.0', commands: [], transport: 'http', port });
    await expect(server.start()).rejects.toThrow(`Port ${port} is in use`);
  });
});

describe('a server that receives a stop signal', () => {
  it.each([MODERN, LEGACY])('lets a call in flight finish and then exits ($name)', async (kind) => {
    const desk = await deskOverHttp({ toolStrategy: 'lazy' });
    const exited = once(desk.process, 'exit');
    const client = await kind.connect({ kind: 'http', url: desk.url });
    try {
      const { result } = await client.call('job-last', {}, { onProgress: () => void desk.process.kill('SIGTERM') });
      expect(result.data).toEqual({ finished: true });
      expect(await exited).toEqual([0, null]);
    } finally {
      // The server has ended: closing the client may fail.
      await client.close().catch(() => {});
      await desk.stop();
    }
  });
});
