// AI SDK: a hundred tools for the price of three. A mock model plays the part of the model: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/ai-sdk';
import { generateText, stepCountIs, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { scriptedModel } from './stubs/scripted-model.ts';

const refundOrder = tool({
  description: 'Refund an order',
  inputSchema: z.object({ orderId: z.number() }),
  execute: async ({ orderId }) => ({ orderId, status: 'refunded' }),
});
const reports = Array.from({ length: 99 }, (_, index) => [
  `report-${index}`,
  tool({ description: `Show report ${index}`, inputSchema: z.object({}), execute: async () => index }),
]);
const tools: ToolSet = { 'refund-order': refundOrder, ...Object.fromEntries(reports) };

const model = scriptedModel(
  ['afd-discover', { search: 'give the money back' }],
  ['afd-call', { command: 'refund-order', input: { orderId: 17 } }],
);
const few = await foldoutTools(tools);
const { steps } = await generateText({ model, tools: few, prompt: 'Money back!', stopWhen: stepCountIs(2) });

assert.equal(model.doGenerateCalls[0]?.tools?.length, 3);
assert.match(String(steps[0]?.toolResults[0]?.output), /refund-order/);
assert.deepEqual(steps[1]?.toolResults[0]?.output, { orderId: 17, status: 'refunded' });
