import { type Gateway, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { Home } from './gateway-process.ts';

const LOG = { info: () => {}, warn: () => {} };
const EVERYTHING = 'token-for-every-tool';
const PAINTING = 'token-for-painting-only';

let home: Home;
let gateway: Gateway;
let serving: Serving;

beforeAll(async () => {
  home = new Home({ mcpServers: {} });
  const config = {
    stateFolder: home.folder,
    toolStrategy: 'individual' as const,
    mcpServers: {
      painting: { ...fixture('studio.mjs', 'legacy'), category: 'art' },
      sculpture: fixture('studio.mjs', 'modern'),
    },
    profiles: {
      stone: { toolsets: ['sculpture'] },
      two: { tools: ['painting/say', 'sculpture/say'], toolStrategy: 'proxy' as const },
      art: { toolsets: ['ART'] },
      bare: {},
    },
    http: {
      port: 0,
      tokens: [
        { name: 'all', token: EVERYTHING },
        { name: 'painter', token: PAINTING, servers: ['painting'] },
      ],
    },
  };
  gateway = await openGateway({ config, version: '1', log: LOG });
  await gateway.learnUnknown();
  serving = await serveOverHttp(gateway, { config, log: LOG });
});

afterAll(async () => {
  await serving?.close();
  await gateway?.close();
  home?.[Symbol.dispose]();
});

async function connect(path: string, era: Era, token = EVERYTHING): Promise<Client & AsyncDisposable> {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'profile-test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${serving.url}${path}`), { requestInit: { headers } }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The servers whose tools the client sees. */
async function seen(client: Client): Promise<string[]> {
  const { structuredContent } = await client.callTool({
    name: 'afd-discover',
    arguments: { limit: 200 },
  });
  const { commands } = (structuredContent as { data: { commands: { name: string; category: string }[] } }).data;
  return [...new Set(commands.map(({ category }) => category))].sort();
}

describe.each(ERAS)('a profile, %s client', (era) => {
  it('has only its own tools, prompts and resources', async () => {
    await using whole = await connect('', era);
    expect(await seen(whole)).toEqual(['art', 'sculpture']);
    await using stone = await connect('/p/stone', era);
    expect(await seen(stone)).toEqual(['sculpture']);
    const { tools } = await stone.listTools();
    expect(tools.map(({ name }) => name)).toContain('sculpture__say');
    const { prompts } = await stone.listPrompts();
    expect(prompts).toHaveLength((await whole.listPrompts()).prompts.length / 2);
    const refused = await stone.callTool({ name: 'afd-call', arguments: { command: 'painting/say', input: {} } });
    expect(refused.isError).toBe(true);
  });

  it('has its own surface', async () => {
    await using two = await connect('/p/two', era);
    const { tools } = await two.listTools();
    expect(tools.map(({ name }) => name)).toContain('invoke_tool');
    expect(two.getInstructions()).toContain('search_tools');
    const call = { toolName: 'painting/say', args: { result: { content: [{ type: 'text', text: 'blue' }] } } };
    expect((await two.callTool({ name: 'invoke_tool', arguments: call })).content).toEqual([
      { type: 'text', text: 'blue' },
    ]);
  });

  it('narrows what a token allows, and never widens it', async () => {
    await using own = await connect('/p/art', era, PAINTING);
    expect(await seen(own)).toEqual(['art']);
    await using bare = await connect('/p/bare', era, PAINTING);
    expect(await seen(bare)).toEqual(['art']);
    await using foreign = await connect('/p/stone', era, PAINTING);
    const { tools } = await foreign.listTools();
    expect(tools.map(({ name }) => name).filter((name) => !name.startsWith('afd-'))).toEqual([]);
    expect((await foreign.listPrompts()).prompts).toEqual([]);
  });
});

describe('a profile that does not exist', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${serving.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  const authorization = `Bearer ${EVERYTHING}`;

  it.each(['/p/none', '/p/__proto__', '/p/Stone', '/p/stone%00'])('is 404, and names no other: %s', async (path) => {
    const response = await ask(path, { authorization });
    expect(response.status).toBe(404);
    const body = await response.text();
    for (const name of ['stone', 'two', 'art', 'painting']) expect(body).not.toContain(name);
  });

  it('is not told apart without a token', async () => {
    expect((await ask('/p/none')).status).toBe(401);
    expect((await ask('/p/stone')).status).toBe(401);
  });

  it('is 404 below a profile', async () => {
    expect((await ask('/p/stone/more', { authorization })).status).toBe(404);
    expect((await ask('/p/', { authorization })).status).toBe(404);
  });
});

it('a connection over stdio can have a profile', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  gateway.server.connect(far, {
    direct: true,
    owner: gateway.profiles.ownerIn('stone', { name: 'local', servers: () => true }),
  });
  await using client = Object.assign(new Client({ name: 'profile-test', version: '1' }), {
    [Symbol.asyncDispose]: () => client.close(),
  });
  await client.connect(near);
  expect(await seen(client)).toEqual(['sculpture']);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('greet');
});

it('a session of one profile cannot be used in another', async () => {
  await using client = await connect('/p/stone', 'legacy');
  const { sessionId } = client.transport as StreamableHTTPClientTransport;
  const list = (path: string) =>
    fetch(`${serving.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${EVERYTHING}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': sessionId ?? '',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect((await list('/p/stone')).status).toBe(200);
  expect((await list('/p/art')).status).toBe(404);
  expect((await list('')).status).toBe(404);
});
