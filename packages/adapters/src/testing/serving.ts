import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { PlainTool } from './contract.ts';

type Serve = (tools: readonly PlainTool[], options: McpServerOptions) => FoldoutServer | Promise<FoldoutServer>;

const orderCancel: PlainTool = {
  name: 'order_cancel',
  description: 'Cancel an order',
  input: z.object({ orderId: z.number() }),
  run: ({ orderId }) => ({ orderId, status: 'canceled' }),
};
const fails: PlainTool = {
  name: 'fails',
  description: 'Fail',
  input: z.object({}),
  run: () => {
    throw new Error('no such order');
  },
};

/** `toMcpServer` of every adapter: an MCP client lists the tools, calls them, and reads their errors. */
export function servesTools(name: string, serve: Serve): void {
  it(`serves the tools of ${name} to an MCP client`, async () => {
    const options = { name: 'shop', version: '1.0.0', toolStrategy: 'individual' } as const;
    const server = await serve([orderCancel, fails], options);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    server.connect(theirs);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(ours);
    const { tools } = await client.listTools();
    expect(tools.find((tool) => tool.name === 'order_cancel')).toMatchObject({
      description: 'Cancel an order',
      inputSchema: { properties: { orderId: { type: 'number' } } },
    });
    const answer = await client.callTool({ name: 'order_cancel', arguments: { orderId: 17 } });
    expect(JSON.stringify(answer.content)).toContain('canceled');
    const wrong = await client.callTool({ name: 'order_cancel', arguments: { orderId: 'x' } });
    expect(JSON.stringify(wrong)).toMatch(/"isError":true.*orderId|orderId.*"isError":true/s);
    expect(JSON.stringify(await client.callTool({ name: 'fails', arguments: {} }))).toContain('no such order');
    await client.close();
  });
}
