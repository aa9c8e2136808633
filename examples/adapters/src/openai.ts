// OpenAI: the Responses API's tool search, executed here. A stub plays the part of the API: no key, no network.
import assert from 'node:assert/strict';
import { foldoutTools } from '@foldout/adapters/openai';
import OpenAI from 'openai';
import { scriptedApi } from './stubs/scripted-api.ts';

const parameters = { type: 'object', properties: { orderId: { type: 'number' } }, required: ['orderId'] };
const run = ({ orderId }: { orderId: number }) => ({ orderId, status: 'refunded' });
const refund = { name: 'refund-order', description: 'Refund an order', parameters, run };
const weather = { name: 'weather', description: 'Show the weather', parameters: null, run: () => 'sunny' };
const tools = foldoutTools([refund, weather], { model: 'gpt-5.4' });

const search = { type: 'tool_search_call', call_id: '1', execution: 'client', arguments: { query: 'refund an order' } };
const call = { type: 'function_call', call_id: '2', name: 'refund-order', arguments: '{"orderId":17}' };
const bodies = [[search], [call], []].map((output) => ({ id: 'r', object: 'response', output }));
const client = new OpenAI({ apiKey: 'none', fetch: scriptedApi(...bodies) });

const answered: OpenAI.Responses.ResponseInput = [];
let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'I want my money back for order 17.' }];
for (let previous: string | null = null; input.length > 0; answered.push(...input)) {
  const request = { model: 'gpt-5.4', input, previous_response_id: previous, tools: tools.tools() };
  const response: OpenAI.Responses.Response = await client.responses.create(request);
  input = await tools.answer(response.output);
  previous = response.id;
}
// Every request lists one tool; the definition of refund-order came as the answer of the search.
const [found] = answered.flatMap((item) => (item.type === 'tool_search_output' ? [item.tools] : []));
assert.match(JSON.stringify(found), /^\[\{"type":"function","name":"refund-order"/);
assert.match(JSON.stringify(answered), /refunded/);
