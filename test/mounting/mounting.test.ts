import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOUNTS, type Mounted } from './runtimes.ts';

const MODES = { modern: { pin: '2026-07-28' }, legacy: 'legacy' } as const;
type Era = keyof typeof MODES;

describe.each(Object.entries(MOUNTS))('a server mounted in %s', (_name, mount) => {
  let mounted: Mounted;
  beforeAll(async () => {
    mounted = await mount();
  }, 240_000);
  afterAll(() => mounted?.close());

  async function connect(era: Era, token: string): Promise<Client> {
    const client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode: MODES[era] } });
    await client.connect(transportOf(token));
    return client;
  }
  const transportOf = (token: string) =>
    new StreamableHTTPClientTransport(new URL(mounted.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });

  it.each(['modern', 'legacy'] as const)('lists, finds and calls its commands: %s', async (era) => {
    const client = await connect(era, 'token-of-ada');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe']);
    const found = await client.callTool({ name: 'afd-discover', arguments: { search: 'order of a customer' } });
    expect(JSON.stringify(found.content)).toContain('order-get');
    const called = await client.callTool({
      name: 'afd-call',
      arguments: { command: 'order-get', input: { id: '17' } },
    });
    expect(called.structuredContent).toMatchObject({ success: true, data: { id: '17', customer: 'ada' } });
    await client.close();
  });

  it('refuses a request without a known token', async () => {
    const response = await fetch(mounted.url, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(401);
  });

  it('keeps a session to the identity that opened it', async () => {
    const ada = await connect('legacy', 'token-of-ada');
    const id = (ada.transport as StreamableHTTPClientTransport).sessionId ?? '';
    const list = (token: string) =>
      fetch(mounted.url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'mcp-session-id': id,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/list' }),
      });
    const own = await list('token-of-ada');
    expect(own.status).toBe(200);
    await own.text();
    const other = await list('token-of-bob');
    expect(other.status).toBe(404);
    await other.text();
    await ada.close();
  });
});
