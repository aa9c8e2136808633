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

  describe.each(['modern', 'legacy'] as const)('serves 120 commands, 100 of them of an OpenAPI document: %s', (era) => {
    let client: Client;
    beforeAll(async () => {
      client = await connect(era, 'token-of-ada');
    });
    afterAll(() => client?.close());

    async function call(name: string, args: Record<string, unknown>) {
      const { content, structuredContent } = await client.callTool({ name, arguments: args });
      return {
        text: JSON.stringify(content),
        result: structuredContent as { data?: never; error?: { message: string } },
      };
    }

    it('lists five tools, and finds both kinds of commands', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'afd-discover',
        'afd-detail',
        'afd-call',
        'afd-batch',
        'afd-pipe',
      ]);
      expect((await call('afd-discover', { limit: 1 })).result).toMatchObject({ data: { total: 120 } });
      expect((await call('afd-discover', { search: 'create an invoice' })).text).toContain('invoice-create');
      expect((await call('afd-discover', { search: 'which weekday is it' })).text).toContain('date-weekday');
    });

    it('describes a command of the document with its schema and its risk', async () => {
      const { result } = await call('afd-detail', { command: ['coupon-update', 'cart-add'] });
      expect(result.data).toMatchObject([
        { callable: true, mutation: true, inputSchema: { required: ['id', 'title'] } },
        { category: 'cart', inputSchema: { required: ['product'] } },
      ]);
    });

    it('calls the API with the token of the caller, and handlers with its identity', async () => {
      const order = await call('afd-call', { command: 'order-get', input: { id: '17' } });
      expect(order.result).toMatchObject({
        success: true,
        data: { id: '17', title: 'Two chairs' },
        metadata: { executionTimeMs: expect.any(Number), traceId: expect.any(String) },
      });
      expect((await call('account-whoami', {})).result).toMatchObject({ data: { customer: 'ada' } });
    });

    it('chains both kinds in a pipe, and fails entries of a batch alone', async () => {
      const piped = await call('afd-pipe', {
        steps: [
          { command: 'campaign-create', input: { title: 'Spring sale' } },
          { command: 'campaign-get', input: { id: '$prev.id' } },
          { command: 'letter-length', input: { text: '$prev.title' } },
        ],
      });
      expect(piped.result).toMatchObject({ data: { data: { words: 2 } } });
      const { result } = await call('afd-batch', {
        commands: [
          { command: 'price-discount', input: { cents: 1_000, percent: 10 } },
          { command: 'price-discount', input: { cents: -1, percent: 10 } },
          { command: 'order-get', input: { id: 'none' } },
        ],
      });
      const [fine, invalid, missing] = (
        result.data as unknown as { results: [never, { error: { message: string } }, never] }
      ).results;
      expect(fine).toMatchObject({ success: true, data: { cents: 900 } });
      expect(invalid.error.message).toContain('cents: A price is never negative, got -1');
      expect(missing).toMatchObject({ success: false, error: { code: 'HTTP_404' } });
    });

    it('reports progress through afd-call', async () => {
      const steps: number[] = [];
      await client.callTool(
        { name: 'afd-call', arguments: { command: 'account-count', input: { to: 3 } } },
        { onprogress: ({ progress }) => steps.push(progress) },
      );
      expect(steps).toEqual([1, 2, 3]);
    });
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
