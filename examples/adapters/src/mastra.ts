// Mastra: the tools of an agent for the price of three. A mock model plays the part of the model: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/mastra';
import { Agent, type ToolsInput } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV3, mockValues } from 'ai/test';
import { z } from 'zod';

const refundOrder = createTool({
  id: 'refund-order',
  description: 'Refund an order',
  inputSchema: z.object({ orderId: z.number() }),
  execute: async ({ orderId }) => ({ orderId, status: 'refunded' }),
});
const tools: ToolsInput = { refundOrder };
for (let index = 0; index < 99; index += 1)
  tools[`report${index}`] = createTool({
    id: `report-${index}`,
    description: `Show report ${index}`,
    execute: async () => index,
  });

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
  call('afd-discover', { search: 'refund an order' }),
  call('afd-call', { command: 'refundOrder', input: { orderId: 17 } }),
);
const model = new MockLanguageModelV3({ doGenerate: async () => turns() });

const agent = new Agent({ id: 'support', name: 'Support', instructions: 'Help.', model, tools: foldoutTools(tools) });
const { steps } = await agent.generate('I want my money back for order 17.', { maxSteps: 2 });
assert.equal(model.doGenerateCalls[0]?.tools?.length, 3);
const results = steps.flatMap(({ toolResults }) => toolResults.map(({ payload }) => payload.result));
assert.match(String(results[0]), /refundOrder\(orderId: number\)/);
assert.deepEqual(results[1], { orderId: 17, status: 'refunded' });
