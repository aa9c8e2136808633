import { DirectClient } from '@foldout/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { toMcpServer } from './index.ts';

const tools = {
  'order-cancel': tool({
    description: 'Cancel an order',
    inputSchema: z.object({ orderId: z.number() }),
    execute: async ({ orderId }) => ({ orderId, status: 'canceled' }),
  }),
  refund: tool({
    description: 'Refund money',
    inputSchema: z.object({ amount: z.number() }),
    needsApproval: async ({ amount }) => amount > 100,
    execute: async ({ amount }) => amount,
  }),
};

it('serves the tools of the AI SDK to an MCP client', async () => {
  const server = await toMcpServer(tools, { name: 'shop', version: '1.0.0', toolStrategy: 'individual' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  server.connect(theirs);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(ours);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['order-cancel', 'refund']));
  const answer = await client.callTool({ name: 'order-cancel', arguments: { orderId: 17 } });
  expect(answer.structuredContent).toMatchObject({ success: true, data: { orderId: 17, status: 'canceled' } });
  await client.close();
});

it('refuses a call that needs an approval, and runs one that needs none', async () => {
  const client = new DirectClient(await toMcpServer(tools, { name: 'shop', version: '1.0.0' }));
  const refused = await client.call('refund', { amount: 500 });
  expect(refused.error?.message).toContain('needs an approval');
  expect((await client.call('refund', { amount: 5 })).data).toBe(5);
});
