// Anthropic: Claude's own tool search, answered by Foldout's index. A stub plays the part of the API: no key, no network.
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { foldoutTools } from '@foldout/adapters/anthropic';
import { scriptedApi } from './stubs/scripted-api.ts';

const input_schema = { type: 'object', properties: { orderId: { type: 'number' } }, required: ['orderId'] };
const run = ({ orderId }: { orderId: number }) => ({ orderId, status: 'refunded' });
const refund = { name: 'refund-order', description: 'Refund an order', input_schema, run };
const weather = { name: 'weather', description: 'Show the weather', input_schema: {}, run: () => 'sunny' };
const tools = foldoutTools([refund, weather], { model: 'claude-sonnet-5' });

const fetch = scriptedApi(
  { content: [{ type: 'tool_use', id: '1', name: 'search_tools', input: { query: 'refund an order' } }] },
  { content: [{ type: 'tool_use', id: '2', name: 'refund-order', input: { orderId: 17 } }] },
  { content: [{ type: 'text', text: 'Done.' }] },
);
const client = new Anthropic({ apiKey: 'none', fetch });
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'I want my money back for order 17.' }];
for (let results: Anthropic.ToolResultBlockParam[] = []; ; messages.push({ role: 'user', content: results })) {
  const request = { model: 'claude-sonnet-5', max_tokens: 1000, messages, tools: tools.tools(messages) };
  const { content } = await client.messages.create(request);
  messages.push({ role: 'assistant', content });
  results = await tools.answer(content);
  if (results.length === 0) break;
}
// The search answered with a reference, which makes the definition part of the later requests; weather never was.
const names = tools.tools(messages).map(({ name }) => name);
assert.deepEqual(names, ['search_tools', 'refund-order']);
assert.match(JSON.stringify(messages[4]), /refunded/);
