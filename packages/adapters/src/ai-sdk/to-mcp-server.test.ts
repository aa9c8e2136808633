import { DirectClient } from '@foldout/server';
import { tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { toMcpServer } from './index.ts';

const tools = {
  refund: tool({
    description: 'Refund money',
    inputSchema: z.object({ amount: z.number() }),
    needsApproval: async ({ amount }) => amount > 100,
    execute: async ({ amount }) => amount,
  }),
};

it('refuses a call that needs an approval, and runs one that needs none', async () => {
  const client = new DirectClient(await toMcpServer(tools, { name: 'shop', version: '1.0.0' }));
  const refused = await client.call('refund', { amount: 500 });
  expect(refused.error?.message).toContain('needs an approval');
  expect((await client.call('refund', { amount: 5 })).data).toBe(5);
});
