import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../fixtures/free-port.mjs';
import { firstText } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const SERVER = join(import.meta.dirname, '../fixtures/servers/tasks.mjs');
const EXTENSION = 'io.modelcontextprotocol/tasks';
const TOKENS = [
  { name: 'alice', token: 'alice-has-a-long-token' },
  { name: 'bob', token: 'bob-has-another-long-token' },
];
const ANY = z.looseObject({});

let server: ChildProcess;
let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  const port = await freePort();
  server = spawn(process.execPath, [SERVER, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout as NodeJS.ReadableStream, 'data');
  home = new Home({
    mcpServers: {
      legacy: { url: `http://127.0.0.1:${port}/legacy` },
      modern: { url: `http://127.0.0.1:${port}/modern` },
    },
    http: { tokens: TOKENS },
    runCode: true,
    toolStrategy: 'individual',
  } as never);
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
  server?.kill();
});

async function legacyClient(token = TOKENS[0]?.token): Promise<ClientV1> {
  const client = new ClientV1({ name: 'v1', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new TransportV1(new URL(gateway.url), { requestInit }) as never);
  return client;
}

const start = (client: ClientV1, params: object) =>
  client.request(
    { method: 'tools/call', params: { task: { ttl: 60_000 }, ...params } } as never,
    ANY as never,
  ) as Promise<{
    task: { taskId: string; status: string };
  }>;

describe('a task of a legacy client', () => {
  it.each([
    ['by its own name', { name: 'build', arguments: { floors: 2 } }],
    ['through afd-call', { name: 'afd-call', arguments: { command: 'legacy/build', input: { floors: 2 } } }],
  ])('is started %s, and has a state and a result', async (_way, params) => {
    const client = await legacyClient();
    const { task } = await start(client, params);
    expect(task.status).toBe('working');
    expect(await client.experimental.tasks.getTask(task.taskId)).toMatchObject({ taskId: task.taskId });
    const result = await client.experimental.tasks.getTaskResult(task.taskId, CallToolResultSchema);
    expect(result.content).toEqual([{ type: 'text', text: 'a house with 2 floors' }]);
    expect(result._meta?.['io.modelcontextprotocol/related-task']).toEqual({ taskId: task.taskId });
    await client.close();
  });

  it('runs to its end with the helper of the client SDK', async () => {
    const client = await legacyClient();
    await client.listTools();
    const kinds: string[] = [];
    for await (const { type } of client.experimental.tasks.callToolStream({ name: 'build', arguments: { floors: 1 } }))
      kinds.push(type);
    expect([kinds[0], kinds.at(-1)]).toEqual(['taskCreated', 'result']);
    await client.close();
  });

  it('can be cancelled', async () => {
    const client = await legacyClient();
    const { task } = await start(client, { name: 'build', arguments: { floors: 0 } });
    expect(await client.experimental.tasks.cancelTask(task.taskId)).toMatchObject({ status: 'cancelled' });
    await client.close();
  });

  it('belongs to its principal', async () => {
    const [alice, bob] = [await legacyClient(), await legacyClient(TOKENS[1]?.token)];
    const { task } = await start(alice, { name: 'build', arguments: { floors: 3 } });
    await expect(bob.experimental.tasks.getTask(task.taskId)).rejects.toThrow('no task with this id');
    await Promise.all([alice.close(), bob.close()]);
  });

  it('is refused for a tool that runs as none', async () => {
    const client = await legacyClient();
    await expect(start(client, { name: 'knock' })).rejects.toMatchObject({ code: -32601 });
    await client.close();
  });

  it('outlives the gateway', async () => {
    const client = await legacyClient();
    const { task } = await start(client, { name: 'build', arguments: { floors: 4 } });
    await client.close();
    await gateway[Symbol.asyncDispose]();
    gateway = await GatewayProcess.start(home);
    const later = await legacyClient();
    const result = await later.experimental.tasks.getTaskResult(task.taskId, CallToolResultSchema);
    expect(firstText(result as never)).toBe('a house with 4 floors');
    await later.close();
  });
});

describe('a task of the extension', () => {
  const ask = (client: Client, method: string, params: object) =>
    client.request({ method, params } as never, ANY) as Promise<Record<string, unknown>>;

  it('is started by its server for a client that knows tasks, asks a question and has a result', async () => {
    await using client = await modernClient({ [EXTENSION]: {} });
    const call = await rawCall(client, 'renovate');
    expect(call).toMatchObject({ resultType: 'task', status: 'working' });
    const { taskId } = call as { taskId: string };
    expect(await ask(client, 'tasks/get', { taskId })).toMatchObject({ taskId, status: 'input_required' });
    const inputResponses = { color: { action: 'accept', content: { color: 'blue' } } };
    await ask(client, 'tasks/update', { taskId, inputResponses });
    const { status, result } = await ask(client, 'tasks/get', { taskId });
    expect([status, JSON.stringify(result)]).toEqual(['completed', expect.stringContaining('painted blue')]);
  });

  it('is none for a client that does not know tasks, and for a call inside of a batch', async () => {
    await using plain = await modernClient({});
    expect(firstText((await plain.callTool({ name: 'renovate' })) as never)).toBe('renovated while you waited');
    await using client = await modernClient({ [EXTENSION]: {} });
    const commands = [{ command: 'modern/renovate', input: {} }];
    const batch = await client.callTool({ name: 'afd-batch', arguments: { commands } });
    expect(JSON.stringify(batch)).toContain('renovated while you waited');
  });
});

async function modernClient(extensions: object): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: 'modern', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} }, extensions } as never,
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  const requestInit = { headers: { authorization: `Bearer ${TOKENS[0]?.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url), { requestInit }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The SDK's client takes a task for a wrong result. */
async function rawCall(client: Client, name: string): Promise<unknown> {
  const { transport } = client;
  const seen = new Promise<unknown>((resolve) => {
    const { onmessage } = transport as { onmessage?: (message: never, extra: never) => void };
    Object.assign(transport as object, {
      onmessage: (message: { result?: unknown }, extra: never) => {
        if (message.result) resolve(message.result);
        onmessage?.(message as never, extra);
      },
    });
  });
  client.callTool({ name, arguments: {} }).catch(() => {});
  return seen;
}
