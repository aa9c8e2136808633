import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldoutTools, type OpenAITool } from './index.ts';

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Output = OpenAI.Responses.ResponseOutputItem[];

/** The Responses API and Chat Completions on loopback: refuse what the real API refuses about tools, and play a script. */
const requests: string[] = [];
let outputs: Output[] = [];
let chat: OpenAI.Chat.ChatCompletionMessage[] = [];
let server: Server;
let client: OpenAI;

beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    requests.push(body);
    const isChat = incoming.url?.endsWith('/chat/completions');
    const problem = isChat ? undefined : problemOf(JSON.parse(body) as Request);
    response.writeHead(problem ? 400 : 200, { 'content-type': 'application/json' });
    const answer = isChat
      ? { id: 'c', choices: [{ index: 0, message: chat.shift(), finish_reason: 'stop' }] }
      : { id: 'r', object: 'response', output: outputs.shift() ?? [] };
    response.end(JSON.stringify(problem ? { error: { message: problem } } : answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Every call has one output, a search output answers a search, and a function is called only if it was loaded. */
function problemOf({ tools = [], input }: Request): string | undefined {
  const items = Array.isArray(input) ? input : [];
  const names = tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
  if (names.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) return 'tools: illegal name';
  for (const item of items) {
    if (item.type === 'tool_search_output') {
      if (item.execution !== 'client' || !item.call_id) return 'tool_search_output: needs execution and call_id';
      for (const tool of item.tools) if (tool.type === 'function') names.push(tool.name);
    }
    if (item.type === 'function_call' && !names.includes(item.name)) return `${item.name} was not loaded`;
  }
  return undefined;
}

async function converse(tools: readonly OpenAITool[], model: string, script: Output[]) {
  outputs = script;
  requests.length = 0;
  const foldout = foldoutTools(tools, { model, callTimeoutMs: 200 });
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Cancel order 17' }];
  for (;;) {
    const request: Request = { model, input, tools: foldout.tools() };
    const { output } = await client.responses.create(request);
    input.push(...output.filter((item) => item.type === 'function_call' || item.type === 'tool_search_call'));
    const answers = await foldout.answer(output);
    if (answers.length === 0) return { input, requests: [...requests] };
    input.push(...answers);
  }
}

const search = (query: string): Output[number] => ({
  type: 'tool_search_call',
  id: 'ts',
  call_id: 'search-1',
  execution: 'client',
  status: 'completed',
  arguments: { query },
});
const call = (name: string, args: unknown, call_id = name): Output[number] => ({
  type: 'function_call',
  call_id,
  name,
  arguments: JSON.stringify(args),
});

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
const toolsOf = (request: string | undefined) => JSON.stringify((JSON.parse(request ?? '{}') as Request).tools);

describe('foldoutTools of OpenAI, with its tool search', () => {
  const script = (): Output[] => [[search('cancel an order')], [call('order-cancel', { orderId: 17 })], []];

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

  it('sends the same tools in every turn, and each request begins with the bytes of the one before', async () => {
    const { requests: sent } = await converse(orders, 'gpt-5.4', script());
    expect(new Set(sent.map(toolsOf)).size).toBe(1);
    const inputs = sent.map((request) => JSON.stringify((JSON.parse(request) as Request).input).slice(0, -1));
    expect(inputs[1]?.startsWith(inputs[0] ?? 'x')).toBe(true);
    expect(inputs[2]?.startsWith(inputs[1] ?? 'x')).toBe(true);
  });

  it('sends the same bytes when a tool is added that no search finds', async () => {
    const before = await converse(orders, 'gpt-5.4', script());
    const after = await converse([...orders, unused], 'gpt-5.4', script());
    expect(after.requests).toEqual(before.requests);
  });
});

describe('foldoutTools of OpenAI, for models without tool search', () => {
  it('lists three functions, of the same bytes for every set of tools', async () => {
    const script = (): Output[] => [[call('afd-call', { command: 'order-cancel', input: { orderId: '17' } })], []];
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
    chat = [
      {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'afd-call', arguments: args } }],
      },
    ];
    const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: 'user', content: 'List my orders' }];
    const request = { model: 'gpt-5.4', messages, tools: foldout.chatTools() };
    const [choice] = (await client.chat.completions.create(request)).choices;
    const answers = await foldout.answerChat(choice?.message.tool_calls);
    expect(answers).toEqual([{ role: 'tool', tool_call_id: 'c1', content: '["17"]' }]);
  });

  it('is not harmed by tools that throw, hang or return a megabyte, nor by arguments that are no JSON', async () => {
    const hostile: OpenAITool[] = [
      {
        name: 'throws',
        parameters: null,
        run: () => {
          throw new Error('no');
        },
      },
      { name: 'hangs', parameters: null, run: () => new Promise(() => {}) },
      { name: 'floods', parameters: null, run: () => 'x'.repeat(1_000_000) },
    ];
    const broken = { ...call('afd-call', {}, 'broken'), arguments: '{"command": "order-' } as Output[number];
    const calls = ['throws', 'hangs', 'floods', 'order-list'].map((command) => call('afd-call', { command }, command));
    const { input } = await converse([...orders, ...hostile], 'gpt-4.1', [[...calls, broken], []]);
    const outputs = input.flatMap((item) => (item.type === 'function_call_output' ? [String(item.output)] : []));
    expect(outputs[0]).toContain('INTERNAL_ERROR');
    expect(outputs[1]).toContain('TIMEOUT');
    expect(outputs[2]?.length).toBeLessThan(41_000);
    expect(outputs[3]).toBe('["17"]');
    expect(outputs[4]).toContain('no JSON object');
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
