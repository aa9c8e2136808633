// AI SDK: a hundred tools for the price of three. A mock model plays the part of the model: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/ai-sdk';
import { generateText, stepCountIs, type ToolSet, tool } from 'ai';
import { MockLanguageModelV3, mockValues } from 'ai/test';
import { z } from 'zod';

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

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const call = (toolName: string, input: object) => ({
  content: [{ type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
  finishReason: { unified: 'tool-calls' as const, raw: undefined },
  usage,
  warnings: [],
});
const turns = mockValues(
  call('afd-discover', { search: 'give the money back' }),
  call('afd-call', { command: 'refund-order', input: { orderId: 17 } }),
);
const model = new MockLanguageModelV3({ doGenerate: async () => turns() });

const { steps } = await generateText({
  model,
  tools: await foldoutTools(tools),
  prompt: 'I want my money back for order 17.',
  stopWhen: stepCountIs(2),
});
assert.equal(model.doGenerateCalls[0]?.tools?.length, 3);
assert.match(String(steps[0]?.toolResults[0]?.output), /refund-order/);
assert.deepEqual(steps[1]?.toolResults[0]?.output, { orderId: 17, status: 'refunded' });
