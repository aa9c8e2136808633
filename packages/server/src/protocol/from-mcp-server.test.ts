import { DirectClient } from '@foldout/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMcpServer } from '../create-mcp-server.ts';
import { testClient } from '../testing/index.ts';
import { fromMcpServer } from './from-mcp-server.ts';

/** The package has no types. */
const EVERYTHING: string = '@modelcontextprotocol/server-everything/dist/server/index.js';
const ITS_INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  echo: { message: 'hello' },
  'get-annotated-message': { messageType: 'error', includeImage: true },
  'get-resource-links': { count: 2 },
  'get-resource-reference': { resourceType: 'Text', resourceId: 1 },
  'get-structured-content': { location: 'Chicago' },
  'get-sum': { a: 2, b: 3 },
  'gzip-file-as-resource': { name: 'a', data: 'data:text/plain,hello', outputType: 'resource' },
  'trigger-long-running-operation': { duration: 0.1, steps: 2 },
};

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

  it('answers every call of a published server, written with version 1 of the SDK, exactly as the server by itself', async () => {
    const { createServer } = await import(EVERYTHING);
    const [alone, wrapped] = [createServer(), createServer()];
    const direct = new Client({ name: 'direct', version: '1' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([alone.server.connect(theirs), direct.connect(ours)]);
    await using client = await testClient(await wrap(wrapped.server), { era: 'legacy' });
    const { tools } = await direct.listTools();
    // Toggles have one state for all servers of a process; the other tool is a task, which neither way runs.
    const left = new Set(['toggle-simulated-logging', 'toggle-subscriber-updates', 'simulate-research-query']);
    const called = tools.map(({ name }) => name).filter((name) => !left.has(name));
    for (const name of called) {
      const input = ITS_INPUTS[name] ?? {};
      const expected = await direct.callTool({ name, arguments: input });
      expect(await client.callTool('afd-call', { command: name, input })).toEqual(expected);
    }
    expect(called).toEqual(expect.arrayContaining([...Object.keys(ITS_INPUTS), 'get-env', 'get-tiny-image']));
    await direct.close();
    alone.cleanup?.();
    wrapped.cleanup?.();
  });
});
