import { DirectClient } from '@foldout/core';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMcpServer } from '../create-mcp-server.ts';
import { fromMcpServer } from './from-mcp-server.ts';

/** The package has no types. */
const EVERYTHING: string = '@modelcontextprotocol/server-everything/dist/server/index.js';

function shop(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1' });
  server.registerTool(
    'order_get',
    { description: 'Get an order', inputSchema: z.object({ id: z.string() }), annotations: { readOnlyHint: true } },
    async ({ id }, context) => {
      await context.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: context.mcpReq._meta?.progressToken ?? 0, progress: 1, total: 2 },
      });
      return { content: [{ type: 'text', text: `order ${id}` }] };
    },
  );
  server.registerTool('order_fail', { description: 'Fails' }, async () => {
    throw new Error('no stock');
  });
  return server;
}

const wrap = async (server: McpServer) =>
  createMcpServer({ name: 'foldout', version: '1', sources: [await fromMcpServer(server)], toolStrategy: 'lazy' });

describe('fromMcpServer', () => {
  it('makes a server of the SDK lazy, and runs its tools unchanged', async () => {
    const server = await wrap(shop());
    expect(server.listTools()).toHaveLength(5);
    const progress: unknown[] = [];
    const result = await new DirectClient(server).call(
      'order_get',
      { id: '17' },
      { reportProgress: (step) => progress.push(step) },
    );
    expect(result).toMatchObject({ success: true, data: 'order 17' });
    expect(progress).toEqual([{ progress: 1, total: 2 }]);
    expect(server.engine.catalog.lookup('shop/order_get').found).toBe(true);
  });

  it('passes on the errors of tools, of inputs and of unknown tools', async () => {
    const client = new DirectClient(await wrap(shop()));
    expect((await client.call('order_fail')).error?.message).toContain('no stock');
    const wrong = await client.call('order_get', { id: 5 });
    expect(wrong.success).toBe(false);
    expect(wrong.error?.message).toContain('id');
  });

  it('follows changes of the list', async () => {
    const own = shop();
    const server = await wrap(own);
    const changed = new Promise<void>((done) => void server.on('catalog:change', () => done()));
    own.registerTool('order_list', { description: 'List orders' }, async () => ({ content: [] }));
    await changed;
    expect(server.engine.catalog.lookup('order_list').found).toBe(true);
  });

  it('wraps a published server, written with version 1 of the SDK, and passes its calls', async () => {
    const { createServer } = await import(EVERYTHING);
    const { server: everything, cleanup } = createServer();
    const server = await wrap(everything);
    const client = new DirectClient(server);
    expect(await client.call('echo', { message: 'hello' })).toMatchObject({ data: 'Echo: hello' });
    expect(await client.call('get-sum', { a: 2, b: 3 })).toMatchObject({ data: 'The sum of 2 and 3 is 5.' });
    const structured = await client.call('get-structured-content', { location: 'Chicago' });
    expect(structured.data).toHaveProperty('temperature');
    cleanup?.();
  });
});
