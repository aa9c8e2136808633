import {
  createMcpServer,
  type FoldoutServer,
  type RequestOwner,
  type SessionStore,
  type StoredSession,
} from '@foldout/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { command } from '../fixtures/tools.ts';
import { ERAS, type Era } from './sdk-clients.ts';

const open = closeAfterEach();

class MemorySessions implements SessionStore {
  readonly stored = new Map<string, StoredSession>();
  load = async (id: string) => this.stored.get(id);
  save = async (session: StoredSession) => void this.stored.set(session.id, session);
  remove = async (id: string) => void this.stored.delete(id);
}

function replica(sessions?: SessionStore): FoldoutServer {
  const commands = [command('order-get'), command('order-cancel'), command('user-get')];
  const server = createMcpServer({
    name: 'shop',
    version: '1',
    commands,
    toolStrategy: 'individual',
    ...(sessions && { sessions }),
  });
  open.push({ close: () => server.stop() });
  return server;
}

type Serve = (request: Request) => Promise<Response>;

async function connect(era: Era, serve: Serve): Promise<Client> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' as const };
  const client = new Client({ name: 'foldout-e2e', version: '1' }, { versionNegotiation: { mode } });
  const fetch = (url: string | URL, init?: RequestInit) => serve(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }));
  open.push(client);
  return client;
}

const names = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name).filter((name) => !name.startsWith('afd-'));

describe.each(ERAS)('two replicas with one session store, %s', (era) => {
  it('serve one client in turn, and go on when one replica ends', async () => {
    const sessions = new MemorySessions();
    const replicas = [replica(sessions), replica(sessions)];
    let turn = 0;
    const client = await connect(era, (request) => {
      turn += 1;
      return (replicas[turn % replicas.length] as FoldoutServer).fetch(request);
    });
    for (let step = 0; step < 6; step += 1) {
      const { structuredContent } = await client.callTool({ name: 'order-get', arguments: { step } });
      expect(structuredContent).toMatchObject({ success: true, data: { step } });
    }
    await replicas.pop()?.stop();
    expect(await names(client)).toEqual(['order-cancel', 'order-get', 'user-get']);
  });
});

describe('a stored session', () => {
  it('ends on every replica when its client deletes it', async () => {
    const sessions = new MemorySessions();
    const [first, second] = [replica(sessions), replica(sessions)] as const;
    const client = await connect('legacy', (request) => first.fetch(request));
    const [id = ''] = [...sessions.stored.keys()];
    await (client.transport as StreamableHTTPClientTransport).terminateSession();
    expect(sessions.stored.size).toBe(0);
    expect((await second.fetch(listRequest(id))).status).toBe(404);
  });

  it('that cannot be loaded gives a retryable error, and emits a problem', async () => {
    const broken = new MemorySessions();
    broken.load = () => Promise.reject(new Error('the database is away'));
    const server = replica(broken);
    const problems: string[] = [];
    server.on('problem', (error) => problems.push(error.message));
    expect((await server.fetch(listRequest('some-session'))).status).toBe(503);
    expect(problems).toEqual(['the database is away']);
  });
});

describe.each(ERAS)('a request with an owner, %s', (era) => {
  const scope = { allows: ({ name }: { name: string }) => name.startsWith('order-') };
  const clerk: RequestOwner = { name: 'clerk', scope };

  it('sees and runs only the tools in the scope of its owner', async () => {
    const server = replica();
    const client = await connect(era, (request) => server.fetch(request, { owner: clerk }));
    expect(await names(client)).toEqual(['order-cancel', 'order-get']);
    const refused = await client.callTool({ name: 'afd-call', arguments: { command: 'user-get', input: {} } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'COMMAND_NOT_FOUND' } } });
  });

  it('cannot widen the scope of its owner with headers', async () => {
    const server = replica();
    const client = await connect(era, (request) => {
      request.headers.set('x-mcp-toolsets', 'user');
      return server.fetch(request, { owner: clerk });
    });
    expect(await names(client)).toEqual([]);
  });
});

describe('a legacy session', () => {
  it.each([true, false])('belongs to the owner who opened it (in memory: %s)', async (inMemory) => {
    const sessions = new MemorySessions();
    const [first, second] = [replica(sessions), replica(sessions)] as const;
    await connect('legacy', (request) => first.fetch(request, { owner: { name: 'clerk' } }));
    const [id = ''] = [...sessions.stored.keys()];
    const server = inMemory ? first : second;
    expect((await server.fetch(listRequest(id), { owner: { name: 'mallory' } })).status).toBe(404);
    expect((await server.fetch(listRequest(id))).status).toBe(404);
    expect((await server.fetch(listRequest(id), { owner: { name: 'clerk' } })).status).toBe(200);
  });
});

function listRequest(session: string): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
}

it('refuses a message for another replica that cannot be reached, instead of losing it', async () => {
  const sessions = Object.assign(new MemorySessions(), {
    mail: { send: () => Promise.reject(new Error('the database is down')), lasting: async () => [] },
  });
  const server = replica(sessions);
  const send = (message: object, headers = {}): Promise<Response> =>
    server.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      }),
    );
  const clientInfo = { name: 'by-hand', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await send({ id: 0, method: 'initialize', params });
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  expect((await send({ method: 'notifications/initialized' }, session)).status).toBe(202);
  for (const message of [
    { method: 'notifications/cancelled', params: { requestId: 99 } },
    { id: 'of-another-replica#0', result: {} },
  ]) {
    const refused = await send(message, session);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('Send it again');
  }
});
