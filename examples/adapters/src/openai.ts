// OpenAI: the Responses API's tool search, executed here. A stub plays the part of the API: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/openai';
import OpenAI from 'openai';

const parameters = { type: 'object', properties: { orderId: { type: 'number' } }, required: ['orderId'] };
const tools = foldoutTools(
  [
    {
      name: 'refund-order',
      description: 'Refund an order',
      parameters,
      run: ({ orderId }: { orderId: number }) => ({ orderId, status: 'refunded' }),
    },
    { name: 'weather', description: 'Show the weather', parameters: null, run: () => 'sunny' },
  ],
  { model: 'gpt-5.4' },
);

const turns = [
  { type: 'tool_search_call', id: '1', call_id: '1', execution: 'client', arguments: { query: 'refund an order' } },
  { type: 'function_call', id: '2', call_id: '2', name: 'refund-order', arguments: '{"orderId":17}' },
  { type: 'message', id: '3', role: 'assistant', status: 'completed', content: [] },
];
const fetch = async () => Response.json({ id: 'r', object: 'response', output: [turns.shift()] });
const client = new OpenAI({ apiKey: 'none', fetch });

let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'I want my money back for order 17.' }];
let previous: string | null = null;
const answered: OpenAI.Responses.ResponseInput = [];
for (;;) {
  const request = { model: 'gpt-5.4', input, previous_response_id: previous, tools: tools.tools() };
  const response: OpenAI.Responses.Response = await client.responses.create(request);
  input = await tools.answer(response.output);
  if (input.length === 0) break;
  answered.push(...input);
  previous = response.id;
}
// Every request lists one tool; the definition of refund-order came as the answer of the search.
assert.deepEqual(
  tools.tools().map(({ type }) => type),
  ['tool_search'],
);
const [found] = answered.flatMap((item) => (item.type === 'tool_search_output' ? [item.tools] : []));
assert.deepEqual(
  found?.map((tool) => tool.type === 'function' && tool.name),
  ['refund-order'],
);
assert.match(JSON.stringify(answered), /refunded/);
