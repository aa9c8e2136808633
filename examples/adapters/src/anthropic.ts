// Anthropic: Claude's own tool search, answered by Foldout's index. A stub plays the part of the API: no key, no network.
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { foldoutTools } from '@foldout/adapters/anthropic';

const input_schema = { type: 'object', properties: { orderId: { type: 'number' } }, required: ['orderId'] };
const tools = foldoutTools(
  [
    {
      name: 'refund-order',
      description: 'Refund an order',
      input_schema,
      run: ({ orderId }: { orderId: number }) => ({ orderId, status: 'refunded' }),
    },
    { name: 'weather', description: 'Show the weather', input_schema: { type: 'object' }, run: () => 'sunny' },
  ],
  { model: 'claude-sonnet-5' },
);

const turns = [
  { type: 'tool_use', id: '1', name: 'search_tools', input: { query: 'refund an order' } },
  { type: 'tool_use', id: '2', name: 'refund-order', input: { orderId: 17 } },
  { type: 'text', text: 'Done.' },
];
const fetch = async () => Response.json({ role: 'assistant', content: [turns.shift()] });
const client = new Anthropic({ apiKey: 'none', fetch });

const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'I want my money back for order 17.' }];
for (;;) {
  const request = { model: 'claude-sonnet-5', max_tokens: 1000, messages, tools: tools.tools(messages) };
  const { content } = await client.messages.create(request);
  messages.push({ role: 'assistant', content });
  const results = await tools.answer(content);
  if (results.length === 0) break;
  messages.push({ role: 'user', content: results });
}
// The search answered with a reference, which makes the definition part of the later requests; weather never was.
assert.match(JSON.stringify(messages[2]), /"tool_name":"refund-order"/);
assert.deepEqual(
  tools.tools(messages).map(({ name }) => name),
  ['search_tools', 'refund-order'],
);
assert.match(JSON.stringify(messages[4]), /refunded/);
