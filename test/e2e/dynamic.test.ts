import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { unstamped } from '../fixtures/unstamped.ts';
import { allTools, CLIENTS, connectInProcess, type Target, type TestClient } from './clients.ts';
import { createShopServer, sharedShop, shopOverStdio } from './shop.ts';

const CAP = 60;
/** The list of a client that is not known to follow `tools/list_changed`, before its first search. */
const FIXED = ['search_tools', 'invoke_tool'];
const LEGACY = CLIENTS.filter((kind) => kind.era === 'legacy');

const open = closeAfterEach();

function serve(options: Partial<McpServerOptions> = {}): FoldoutServer {
  const server = createShopServer({ commands: sharedShop(), toolStrategy: 'dynamic', ...options });
  open.push({ close: () => server.stop() });
  return server;
}

async function serveHttp(options: Partial<McpServerOptions> = {}): Promise<FoldoutServer & { url: string }> {
  const server = serve({ transport: 'http', port: 0, ...options });
  await server.start();
  return server as FoldoutServer & { url: string };
}

async function connected(client: Promise<TestClient>): Promise<TestClient> {
  const one = await client;
  open.push(one);
  return one;
}

async function namesOf(client: TestClient): Promise<string[]> {
  return (await allTools(client)).map((tool) => tool.name);
}

async function targetOver(transport: 'stdio' | 'http'): Promise<Target> {
  if (transport === 'stdio') return shopOverStdio({ toolStrategy: 'dynamic' });
  return { kind: 'http', url: (await serveHttp()).url };
}

describe.each(['stdio', 'http'] as const)('a search over %s', (transport) => {
  it.each(LEGACY)('adds its hits to the list and notifies the client: $name', async (kind) => {
    const client = await connected(kind.connect(await targetOver(transport)));
    expect(await namesOf(client)).toEqual(FIXED);
    const { changed } = await client.watchTools();
    const { result } = await client.call('search_tools', { query: 'cancel an order' });
    expect(result.data.tools[0]).toMatchObject({ name: 'order-cancel', category: 'order' });
    await changed;
    const names = await namesOf(client);
    expect(names).toContain('order-cancel');
    expect(names).toEqual([...FIXED, ...[...result.data.added].sort()]);
  });

  it('notifies once, and not at all if no tool is new', async () => {
    const target = await targetOver(transport);
    let notifications = 0;
    const client = new Client({ name: 'counter', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      notifications += 1;
    });
    await client.connect(
      target.kind === 'stdio'
        ? new StdioClientTransport({ command: target.command, args: [...target.args] })
        : new StreamableHTTPClientTransport(new URL(target.kind === 'http' ? target.url : '')),
    );
    open.push(client);
    const search = (query: string) => client.callTool({ name: 'search_tools', arguments: { query } });
    await search('cancel an order');
    await client.ping();
    expect(notifications).toBe(1);
    await search('cancel an order');
    await search('zzqx flurb');
    await client.ping();
    expect(notifications).toBe(1);
    await search('reply to a review');
    await client.ping();
    expect(notifications).toBe(2);
  });
});

describe('a session', () => {
  it('is notified in the response if it has no open stream', async () => {
    const { url } = await serveHttp();
    const post = (body: object, session?: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bare', version: '1' } };
    const hello = await post({ id: 1, method: 'initialize', params });
    const session = hello.headers.get('mcp-session-id') ?? '';
    await hello.text();
    await (await post({ method: 'notifications/initialized' }, session)).text();
    const call = { name: 'search_tools', arguments: { query: 'cancel an order' } };
    const answer = await (await post({ id: 2, method: 'tools/call', params: call }, session)).text();
    const messages = [...answer.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
    expect(messages.map(({ method, id }) => method ?? id)).toEqual(['notifications/tools/list_changed', 2]);
  });

  it('never sees the hits of another session', async () => {
    const { url } = await serveHttp();
    const [kind] = LEGACY;
    const [one, other] = await Promise.all(
      [0, 1].map(() => connected((kind as (typeof LEGACY)[0]).connect({ kind: 'http', url }))),
    );
    const [a, b] = [one as TestClient, other as TestClient];
    await a.call('search_tools', { query: 'cancel an order' });
    expect(await namesOf(b)).toEqual(FIXED);
    await b.call('search_tools', { query: 'rename the shop, change a setting' });
    const [seenByA, seenByB] = [await namesOf(a), await namesOf(b)];
    expect(seenByA).toContain('order-cancel');
    expect(seenByB).toContain('config-set');
    expect(seenByB).not.toEqual(seenByA);
    await a.call('search_tools', { query: 'reply to a review' });
    expect(await namesOf(b)).toEqual(seenByB);
  });

  it('stays within the cap for a thousand searches, and keeps what is always available', async () => {
    const server = serve({ alwaysAvailable: ['todo-create', 'shop/order-get'] });
    const client = await connected(connectInProcess(server, 'legacy'));
    const words = server.engine.catalog.entries().map(({ tool }) => tool.name.replaceAll('-', ' '));
    const always = [...FIXED, 'order-get', 'todo-create'];
    expect(await namesOf(client)).toEqual(always);
    let largest = 0;
    for (let turn = 0; turn < 1_000; turn += 1) {
      await client.call('search_tools', { query: words[turn % words.length] ?? '', limit: 1 });
      if (turn % 10 !== 0) continue;
      const names = await namesOf(client);
      expect(names).toEqual(expect.arrayContaining(always));
      expect(new Set(names).size).toBe(names.length);
      largest = Math.max(largest, names.length);
    }
    expect(largest).toBeLessThanOrEqual(CAP + always.length);
    expect(largest).toBeGreaterThanOrEqual(CAP);
  });

  it('evicts the least recently used tools first', async () => {
    const server = serve();
    const client = await connected(connectInProcess(server, 'legacy'));
    await client.call('search_tools', { query: 'list the todos' });
    const first = (await namesOf(client)).filter((name) => !FIXED.includes(name));
    expect(first.length).toBeGreaterThan(1);
    expect(first).toContain('todo-list');
    for (const { tool } of server.engine.catalog.entries()) {
      if (tool.category === 'todo') continue;
      await client.call('search_tools', { query: tool.name });
      await client.call('todo-list');
    }
    const names = await namesOf(client);
    expect(names).toContain('todo-list');
    expect(first.every((name) => names.includes(name))).toBe(false);
  });

  it('is forgotten when it ends', async () => {
    const server = await serveHttp();
    const sessions = new Set<string>();
    server.on('tool:call', ({ sessionId = '' }) => sessions.add(sessionId));
    const listOf = (sessionId: string) => server.listTools({ era: 'legacy', sessionId }).map((tool) => tool.name);
    for (const kind of LEGACY) {
      const client = await kind.connect({ kind: 'http', url: server.url });
      await client.call('search_tools', { query: 'cancel an order' });
      const session = [...sessions].at(-1) ?? '';
      expect(listOf(session)).toContain('order-cancel');
      await client.close();
      expect(listOf(session)).toEqual(FIXED);
    }
    const client = await connectInProcess(server, 'legacy');
    await client.call('search_tools', { query: 'cancel an order' });
    const session = [...sessions].at(-1) ?? '';
    expect(listOf(session)).toContain('order-cancel');
    await client.close();
    await expect.poll(() => listOf(session)).toEqual(FIXED);
    expect(sessions.size).toBe(3);
  });

  it('can call every tool by name and through afd-call, even if the client ignores the notification', async () => {
    const server = serve();
    const client = await connected(connectInProcess(server, 'legacy'));
    expect(await namesOf(client)).toEqual(FIXED);
    const shop = server.engine.catalog.entries().filter(({ tool }) => tool.enabled);
    const names = shop.map(({ tool }) => tool.name);
    expect(names).toHaveLength(83);
    for (const name of names) {
      // An empty input is enough: success or a validation error shows that the server knows the tool.
      const byName = await client.call(name, {});
      const through = await client.call('afd-call', { command: name, input: {} });
      expect(through.result.error?.code).toBe(byName.result.error?.code);
      expect([undefined, 'VALIDATION_ERROR']).toContain(byName.result.error?.code);
    }
    expect(await namesOf(client)).toEqual(FIXED);
  });
});

describe('a request of the modern era', () => {
  it.each(['memory', 'http'] as const)('is answered exactly as by proxy, whatever the search: %s', async (way) => {
    const pair = await Promise.all(
      (['dynamic', 'proxy'] as const).map(async (toolStrategy) => {
        if (way === 'memory')
          return connected(connectInProcess(serve({ toolStrategy, alwaysAvailable: ['todo-list'] })));
        const { url } = await serveHttp({ toolStrategy, alwaysAvailable: ['todo-list'] });
        return connected((CLIENTS[1] as (typeof CLIENTS)[0]).connect({ kind: 'http', url }));
      }),
    );
    const [dynamic, proxy] = pair as [TestClient, TestClient];
    expect(dynamic.era).toBe('modern');
    const bytes = async (client: TestClient) => JSON.stringify((await client.page()).tools);
    const before = await bytes(dynamic);
    expect(before).toBe(await bytes(proxy));
    expect(dynamic.instructions).toBe(proxy.instructions);
    for (const query of ['cancel an order', 'reply to a review', 'zzqx flurb']) {
      const [mine, theirs] = await Promise.all(pair.map((client) => client.call('search_tools', { query })));
      expect(mine?.result.data).toEqual(theirs?.result.data);
      expect(await bytes(dynamic)).toBe(before);
    }
    const input = { toolName: 'order-get', args: { orderId: 'ord-1001' } };
    const [mine, theirs] = await Promise.all([dynamic, proxy].map((client) => client.call('invoke_tool', input)));
    expect(unstamped(mine?.result ?? {})).toEqual(unstamped(theirs?.result ?? {}));
    await dynamic.call('order-get', { orderId: 'ord-1001' });
    expect(await bytes(dynamic)).toBe(before);
  });

  it('does not see the hits of a legacy session', async () => {
    const { url } = await serveHttp();
    const [legacy, modern] = (await Promise.all(
      CLIENTS.slice(0, 2).map((kind) => connected(kind.connect({ kind: 'http', url }))),
    )) as [TestClient, TestClient];
    const before = JSON.stringify(await namesOf(modern));
    await legacy.call('search_tools', { query: 'cancel an order' });
    expect(JSON.stringify(await namesOf(modern))).toBe(before);
  });
});

describe('what is always available', () => {
  it('can be set in the environment', async () => {
    const env = { ALWAYS_AVAILABLE_TOOLS: 'todo-list, order-get, no-such-tool' };
    const client = await connected(
      (LEGACY[0] as (typeof LEGACY)[0]).connect(shopOverStdio({ toolStrategy: 'dynamic' }, env)),
    );
    expect(await namesOf(client)).toEqual([...FIXED, 'order-get', 'todo-list']);
  });
});
