import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import OpenAI from 'openai';
import { afterAll, describe, expect, it } from 'vitest';
import { functionCall, type Output, ResponsesApi, toolSearchCall } from '../testing/responses-api.ts';
import { foldoutTools, type OpenAITool } from './index.ts';

const api = await ResponsesApi.open();
const client = new OpenAI({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
afterAll(() => api[Symbol.dispose]());

async function converse(tools: readonly OpenAITool[], model: string, script: Output[]) {
  api.script(script);
  const foldout = foldoutTools(tools, { model, callTimeoutMs: 200 });
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Cancel order 17' }];
  for (;;) {
    const request: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model, input, tools: foldout.tools() };
    const { output } = await client.responses.create(request);
    input.push(...output.filter((item) => item.type === 'function_call' || item.type === 'tool_search_call'));
    const answers = await foldout.answer(output);
    if (answers.length === 0) return { input, requests: api.requests.map((each) => JSON.stringify(each)) };
    input.push(...answers);
  }
}

const search = (query: string) => toolSearchCall({ query }, 'search-1');
const call = (name: string, args: unknown, call_id = name) => functionCall(name, args, call_id);

const orders: OpenAITool[] = [
  {
    name: 'order-cancel',
    description: 'Cancel an order',
    parameters: { type: 'object', properties: { orderId: { type: 'number' } }, required: ['orderId'] },
    run: ({ orderId }: { orderId: number }) => `canceled ${orderId}`,
  },
  { name: 'order-list', description: 'List orders', parameters: null, run: () => ['17'] },
];
const unused: OpenAITool = { name: 'weather', description: 'Show the weather', parameters: null, run: () => 1 };
const toolsOf = (request: string | undefined) =>
  JSON.stringify((JSON.parse(request ?? '{}') as { tools: unknown }).tools);

describe('foldoutTools of OpenAI, with its tool search', () => {
  const script = (): Output[] => [[search('cancel an order')], [call('order-cancel', { orderId: 17 })]];

  it('answers a search with definitions, and runs the function that the model then calls', async () => {
    const { input, requests: sent } = await converse(orders, 'gpt-5.4', script());
    expect(input.find(({ type }) => type === 'tool_search_output')).toMatchObject({
      call_id: 'search-1',
      execution: 'client',
      tools: expect.arrayContaining([
        expect.objectContaining({ name: 'order-cancel', defer_loading: true, strict: false }),
      ]),
    });
    expect(input.at(-1)).toEqual({ type: 'function_call_output', call_id: 'order-cancel', output: 'canceled 17' });
    expect(toolsOf(sent[0])).toBe(
      '[{"type":"tool_search","execution":"client","description":"Find tools from a sentence.","parameters":{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}}]',
    );
  });
});

describe('foldoutTools of OpenAI, for models without tool search', () => {
  it('lists three functions, of the same bytes for every set of tools', async () => {
    const script = (): Output[] => [[call('afd-call', { command: 'order-cancel', input: { orderId: '17' } })]];
    const { input, requests: sent } = await converse(orders, 'gpt-4.1', script());
    const output = input.at(-1) as OpenAI.Responses.ResponseInputItem.FunctionCallOutput;
    expect(output.output).toContain('canceled 17');
    // The tool takes a number and the model sent a string: the result contains the warning.
    expect(output.output).toContain('orderId');
    const more = await converse([...orders, unused], 'gpt-4.1', script());
    expect(more.requests).toEqual(sent);
    expect(encode(toolsOf(sent[0])).length).toBeLessThan(320);
    expect(encode(JSON.stringify(foldoutTools([], { toolSearch: true }).tools())).length).toBeLessThan(45);
  });

  it('works with Chat Completions, also for a model with tool search', async () => {
    const foldout = foldoutTools(orders, { model: 'gpt-5.4' });
    const args = JSON.stringify({ command: 'order-list' });
    api.script(
      [],
      [
        {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'afd-call', arguments: args } }],
        },
      ],
    );
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: 'user', content: 'List my orders' }];
    const request = { model: 'gpt-5.4', messages, tools: foldout.chatTools() };
    const [choice] = (await client.chat.completions.create(request)).choices;
    const answers = await foldout.answerChat(choice?.message.tool_calls);
    expect(answers).toEqual([{ role: 'tool', tool_call_id: 'c1', content: '["17"]' }]);
  });

  it.each<[unknown, string]>([
    [{ get: {} }, 'The tools are {"get":{}}; write a list of tools.'],
    [[{ type: 'function', function: { name: 'get' } }], 'Write name, description and run side by side.'],
    [[{ name: 'get', parameters: null }], "Tool 'get' has no function. Add run: (input) => …"],
  ])('refuses %j when it is passed', (tools, message) => {
    expect(() => foldoutTools(tools as never)).toThrow(message);
  });

  it('answers arguments that are no JSON', async () => {
    const broken = { ...call('afd-call', {}, 'broken'), arguments: '{"command": "order-' } as Output[number];
    const { input } = await converse(orders, 'gpt-4.1', [[broken]]);
    expect(JSON.stringify(input.at(-1))).toContain('no JSON object');
  });

  it('leaves calls of other functions to the program, and passes the call and the abort signal to the tool', async () => {
    const seen: unknown[] = [];
    const spy: OpenAITool = {
      name: 'spy',
      parameters: null,
      run: (_input, { call: own, signal }) => void seen.push(own.type, signal.aborted),
    };
    const answers = await foldoutTools([spy]).answer([call('mine', {}), call('spy', {})]);
    expect(answers.map((answer) => 'call_id' in answer && answer.call_id)).toEqual(['spy']);
    expect(seen).toEqual(['function_call', false]);
  });
});

describe('selectTools of OpenAI', () => {
  it('lists the functions that fit the latest message', async () => {
    const selected = await foldoutTools(orders).selectTools([{ role: 'user', content: 'cancel it' }], { k: 1 });
    expect(selected.map(({ name }) => name)).toEqual(['order-cancel']);
  });
});
