// Mastra: the tools of an agent for the price of three. A mock model plays the part of the model: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/mastra';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { scriptedModel } from './stubs/scripted-model.ts';

const refundOrder = createTool({
  id: 'refund-order',
  description: 'Refund an order',
  inputSchema: z.object({ orderId: z.number() }),
  execute: async ({ orderId }) => ({ orderId, status: 'refunded' }),
});
const report = (index: number) =>
  createTool({ id: `report-${index}`, description: `Show report ${index}`, execute: async () => index });
const reports = Array.from({ length: 99 }, (_, index) => [`report${index}`, report(index)]);

const model = scriptedModel(
  ['afd-discover', { search: 'refund an order' }],
  ['afd-call', { command: 'refundOrder', input: { orderId: 17 } }],
);
const tools = foldoutTools({ refundOrder, ...Object.fromEntries(reports) });
const agent = new Agent({ id: 'support', name: 'Support', instructions: 'Help.', model, tools });
const { steps } = await agent.generate('Money back!', { maxSteps: 2 });
assert.equal(model.doGenerateCalls[0]?.tools?.length, 3);
const results = steps.flatMap(({ toolResults }) => toolResults.map(({ payload }) => payload.result));
assert.match(String(results[0]), /refundOrder\(orderId: number\)/);
assert.deepEqual(results[1], { orderId: 17, status: 'refunded' });
