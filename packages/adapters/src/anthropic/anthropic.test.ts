import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnthropicTool, foldoutTools } from './index.ts';

type Request = Anthropic.MessageCreateParamsNonStreaming;
type Turn = (request: Request) => Anthropic.Message['content'];

/** The Messages API on loopback: refuses what the real API refuses about tools, and answers with the scripted turns. */
const requests: string[] = [];
let turns: Turn[] = [];
let server: Server;
let client: Anthropic;

beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    requests.push(body);
    const request = JSON.parse(body) as Request;
    const problem = problemOf(request);
    const content = problem ? [] : (turns.shift()?.(request) ?? []);
    response.writeHead(problem ? 400 : 200, { 'content-type': 'application/json' });
    const error = { type: 'error', error: { type: 'invalid_request_error', message: problem } };
    const reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
    response.end(
      JSON.stringify(
        problem
          ? error
          : {
              id: 'msg',
              type: 'message',
              role: 'assistant',
              model: request.model,
              content,
              stop_reason: reason,
              usage: { input_tokens: 1, output_tokens: 1 },
            },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new Anthropic({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The rules of the API for tools: legal unique names, something not deferred, references only to tools of the request. */
function problemOf({ tools = [], messages }: Request): string | undefined {
  const named = tools.filter((tool) => 'input_schema' in tool);
  const names = named.map(({ name }) => name);
  if (names.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) return 'tools: illegal name';
  if (new Set(names).size < names.length) return 'tools: names must be unique';
  if (named.every((tool) => tool.defer_loading)) return 'tools: at least one tool must not be deferred';
  const results = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  for (const block of results) {
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) continue;
    for (const part of block.content)
      if (part.type === 'tool_reference' && !names.includes(part.tool_name))
        return `tool_reference: ${part.tool_name} is not in tools`;
  }
  return undefined;
}

const use = (name: string, input: unknown, id = name): Anthropic.ToolUseBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
  caller: { type: 'direct' },
});

/** A conversation until the model calls no more tools. */
async function converse(tools: readonly AnthropicTool[], model: string, script: Turn[]) {
  turns = script;
  requests.length = 0;
  const foldout = foldoutTools(tools, { model, callTimeoutMs: 200 });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Cancel order 17' }];
  for (;;) {
    const request: Request = { model, max_tokens: 100, messages, tools: foldout.tools(messages) };
    const { content } = await client.messages.create(request);
    messages.push({ role: 'assistant', content });
    const results = await foldout.answer(content);
    if (results.length === 0) return { messages, requests: [...requests] };
    messages.push({ role: 'user', content: results });
  }
}

const NATIVE = 'claude-sonnet-5';
const number = { type: 'object', properties: { orderId: { type: 'number' } }, required: ['orderId'] } as const;
const orders: AnthropicTool[] = [
  {
    name: 'order-cancel',
    description: 'Cancel an order',
    input_schema: number,
    run: ({ orderId }: { orderId: number }) => `canceled ${orderId}`,
  },
  { name: 'order-list', description: 'List orders', input_schema: { type: 'object' }, run: () => ['17'] },
];
const toolsOf = (request: string | undefined) => JSON.stringify((JSON.parse(request ?? '{}') as Request).tools);

describe('foldoutTools of Anthropic, with its tool search', () => {
  const script = (): Turn[] => [
    () => [use('search_tools', { query: 'cancel an order' })],
    () => [use('order-cancel', { orderId: 17 })],
    () => [],
  ];

  it('answers a search with references, and runs the tool that the model then calls by its name', async () => {
    const { messages, requests: sent } = await converse(orders, NATIVE, script());
    expect(messages[2]?.content).toEqual([
      expect.objectContaining({
        content: expect.arrayContaining([{ type: 'tool_reference', tool_name: 'order-cancel' }]),
      }),
    ]);
    expect(messages[4]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'order-cancel', content: 'canceled 17' },
    ]);
    expect(toolsOf(sent[0])).toBe(
      '[{"name":"search_tools","description":"Find tools from a sentence.","input_schema":{"type":"object","properties":{"query":{"type":"string"}},"required":["query"]}}]',
    );
    expect(toolsOf(sent[1])).toContain('"name":"order-cancel"');
    expect(toolsOf(sent[1])).toContain('"defer_loading":true');
  });

  it('sends the same tools in every turn after a search, so that the prompt cache holds', async () => {
    const { requests: sent } = await converse(orders, NATIVE, script());
    expect(toolsOf(sent[2])).toBe(toolsOf(sent[1]));
    const first = toolsOf(sent[0])?.slice(0, -1) ?? '';
    expect(toolsOf(sent[1])?.startsWith(first)).toBe(true);
  });

  it('sends the same bytes when a tool is added that no search finds', async () => {
    const before = await converse(orders, NATIVE, script());
    const unused = { name: 'weather', description: 'Show the weather', input_schema: { type: 'object' }, run: () => 1 };
    const after = await converse([...orders, unused], NATIVE, script());
    expect(after.requests).toEqual(before.requests);
  });

  it('keeps its state in the messages: another process continues with the same request', async () => {
    const { messages, requests: sent } = await converse(orders, NATIVE, script());
    const tools = foldoutTools([...orders].reverse(), { model: NATIVE }).tools(messages);
    expect(JSON.stringify(tools)).toBe(toolsOf(sent.at(-1)));
  });
});

describe('foldoutTools of Anthropic, for models without tool search', () => {
  const script = (command: string, input: unknown = {}): Turn[] => [
    () => [use('afd-call', { command, input })],
    () => [],
  ];

  it('lists three tools, of the same bytes for every set of tools', async () => {
    const { requests: sent, messages } = await converse(
      orders,
      'claude-3-opus',
      script('order-cancel', { orderId: 17 }),
    );
    const tools = foldoutTools(
      Array.from({ length: 500 }, (_, n) => ({ ...(orders[0] as AnthropicTool), name: `t${n}` })),
    );
    expect(JSON.stringify(tools.tools())).toBe(toolsOf(sent[0]));
    expect(toolsOf(sent[1])).toBe(toolsOf(sent[0]));
    expect(encode(toolsOf(sent[0]) ?? '').length).toBeLessThan(310);
    expect(JSON.stringify(messages[2]?.content)).toContain('canceled 17');
  });

  it('marks an error of a tool, and goes on with the other tools', async () => {
    const hostile: AnthropicTool[] = [
      {
        name: 'throws',
        input_schema: { type: 'object' },
        run: () => {
          throw new Error('no');
        },
      },
      { name: 'hangs', input_schema: { type: 'object' }, run: () => new Promise(() => {}) },
      { name: 'floods', input_schema: { type: 'object' }, run: () => 'x'.repeat(1_000_000) },
    ];
    const { messages } = await converse([...orders, ...hostile], 'unknown-model', [
      () => ['throws', 'hangs', 'floods', 'order-list'].map((command) => use('afd-call', { command }, command)),
      () => [],
    ]);
    const results = messages[2]?.content as Anthropic.ToolResultBlockParam[];
    expect(results.map(({ is_error }) => is_error === true)).toEqual([true, true, false, false]);
    expect(results[1]?.content).toContain('TIMEOUT');
    expect(String(results[2]?.content).length).toBeLessThan(41_000);
    expect(results[2]?.content).toContain('afd-more');
    expect(results[3]?.content).toBe('["17"]');
  });

  it('leaves calls of other tools to the program', async () => {
    const foldout = foldoutTools(orders);
    expect(await foldout.answer([use('my_own_tool', {})])).toEqual([]);
  });

  it('passes the abort signal and the call to the tool, and checks inputs with its parse', async () => {
    const seen: unknown[] = [];
    const spy: AnthropicTool = {
      name: 'spy',
      input_schema: { type: 'object' },
      parse: (input) => ({ parsed: input }),
      run: (input, { toolUse, signal }) => {
        seen.push(input, toolUse.id, signal.aborted);
        return 'ok';
      },
    };
    await foldoutTools([spy]).answer([use('afd-call', { command: 'spy', input: { a: 1 } }, 'id-1')]);
    expect(seen).toEqual([{ parsed: { a: 1 } }, 'id-1', false]);
    const aborted = foldoutTools([spy]).answer([use('spy', {})], { signal: AbortSignal.abort() });
    expect((await aborted)[0]).toMatchObject({ is_error: true, content: expect.stringContaining('CANCELLED') });
  });
});

describe('selectTools of Anthropic', () => {
  it('lists the tools that fit the latest message, in the order of the catalog', async () => {
    const foldout = foldoutTools(orders);
    const selected = await foldout.selectTools([{ role: 'user', content: 'cancel it' }], { k: 1 });
    expect(selected.map(({ name }) => name)).toEqual(['order-cancel']);
  });
});
