// LangChain: the tools of an agent for the price of three. A fake model plays the part of the model: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/langchain';
import { AIMessage, createAgent, fakeModel, ToolMessage, tool } from 'langchain';
import { z } from 'zod';

const refund = tool(async ({ orderId }) => `order ${orderId} is refunded`, {
  name: 'refund_order',
  description: 'Refund an order',
  schema: z.object({ orderId: z.number() }),
});
const reports = Array.from({ length: 99 }, (_, index) =>
  tool(async () => index, { name: `report_${index}`, description: `Show report ${index}`, schema: z.object({}) }),
);
const few = foldoutTools([refund, ...reports]);
assert.equal(few.length, 3);

const model = fakeModel()
  .respondWithTools([{ name: 'afd-discover', args: { search: 'refund an order' } }])
  .respondWithTools([{ name: 'afd-call', args: { command: 'refund_order', input: { orderId: 17 } } }])
  .respond(new AIMessage('Order 17 is refunded.'));

const agent = createAgent({ model, tools: few });
const { messages } = await agent.invoke({ messages: 'I want my money back for order 17.' });
const results = messages.filter((message) => ToolMessage.isInstance(message));
assert.match(results[0]?.text ?? '', /refund_order\(orderId: number\)/);
assert.equal(results[1]?.text, 'order 17 is refunded');
