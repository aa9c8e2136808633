import Anthropic from '@anthropic-ai/sdk';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, it } from 'vitest';
import { type Content, MessagesApi, toolUse } from '../testing/messages-api.ts';
import { type AnthropicTool, foldoutTools } from './index.ts';

const api = await MessagesApi.open();
const client = new Anthropic({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
afterAll(() => api[Symbol.dispose]());

const use = (name: string, input: unknown, id = name) => toolUse(name, input, id);

/** A conversation until the model calls no more tools. */
async function converse(tools: readonly AnthropicTool[], model: string, script: Content[]) {
  api.script(script);
  const foldout = foldoutTools(tools, { model, callTimeoutMs: 200 });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Cancel order 17' }];
  for (;;) {
    const request: Anthropic.MessageCreateParamsNonStreaming = {
      model,
      max_tokens: 100,
      messages,
      tools: foldout.tools(messages),
    };
    const { content } = await client.messages.create(request);
    messages.push({ role: 'assistant', content });
    const results = await foldout.answer(content);
    if (results.length === 0) return { messages, requests: api.requests.map((each) => JSON.stringify(each)) };
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
const toolsOf = (request: string | undefined) =>
  JSON.stringify((JSON.parse(request ?? '{}') as { tools: unknown }).tools);

describe('foldoutTools of Anthropic, with its tool search', () => {
  const script = (): Content[] => [
    [use('search_tools', { query: 'cancel an order' })],
    [use('order-cancel', { orderId: 17 })],
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

  it('keeps its state in the messages: another process continues with the same request', async () => {
    const { messages, requests: sent } = await converse(orders, NATIVE, script());
    const tools = foldoutTools([...orders].reverse(), { model: NATIVE }).tools(messages);
    expect(JSON.stringify(tools)).toBe(toolsOf(sent.at(-1)));
  });
});

describe('foldoutTools of Anthropic, for models without tool search', () => {
  const script = (command: string, input: unknown = {}): Content[] => [[use('afd-call', { command, input })]];

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

  it('marks the error of a tool, in the message of the other results', async () => {
    const throws: AnthropicTool = {
      name: 'throws',
      input_schema: { type: 'object' },
      run: () => {
        throw new Error('no');
      },
    };
    const { messages } = await converse([...orders, throws], 'unknown-model', [
      ['throws', 'order-list'].map((command) => use('afd-call', { command }, command)),
    ]);
    const results = messages[2]?.content as Anthropic.ToolResultBlockParam[];
    expect(results.map(({ is_error }) => is_error === true)).toEqual([true, false]);
    expect(results[1]?.content).toBe('["17"]');
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
