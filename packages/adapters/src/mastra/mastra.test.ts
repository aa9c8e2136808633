import { DirectClient } from '@foldout/server';
import { Agent, type ToolsInput } from '@mastra/core/agent';
import { RequestContext } from '@mastra/core/request-context';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldoutTools, selectTools, toMcpServer } from './index.ts';

type Answer = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
} as const;

/** A model that plays a script: calls of tools, one for each step, and then a text. */
interface Call {
  readonly name: string;
  readonly input: unknown;
}

function scripted(...calls: readonly Call[]) {
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async (): Promise<Answer> => {
      const next = calls[step];
      step += 1;
      const raw = next ? ('tool-calls' as const) : ('stop' as const);
      const common = { finishReason: { unified: raw, raw }, usage, warnings: [] as [] } satisfies Partial<Answer>;
      if (!next) return { ...common, content: [{ type: 'text', text: 'done' }] };
      const { name: toolName, input } = next;
      const call = { type: 'tool-call', toolCallId: `call-${step}`, toolName, input: JSON.stringify(input) } as const;
      return { ...common, content: [call] };
    },
  });
}

const orderCancel = createTool({
  id: 'order-cancel',
  description: 'Cancel an order',
  inputSchema: z.object({ orderId: z.number() }),
  execute: async ({ orderId }) => ({ orderId, status: 'canceled' }),
});
const orderList = createTool({ id: 'order-list', description: 'List orders', execute: async () => ['17'] });
const orders = { orderCancel, orderList };
const call = (command: string, input: unknown = {}) => ({ name: 'afd-call', input: { command, input } });

function agentWith(tools: ToolsInput, model: MockLanguageModelV3) {
  return new Agent({ id: 'support', name: 'Support', instructions: 'Help.', model, tools });
}

async function run(tools: ToolsInput, ...calls: readonly Call[]) {
  const model = scripted(...calls);
  const agent = agentWith(foldoutTools(tools, { callTimeoutMs: 300 }), model);
  const result = await agent.generate('go', { maxSteps: 10 });
  const results = result.steps.flatMap(({ toolResults }) => toolResults.map(({ payload }) => payload.result));
  return { model, result, results, sent: model.doGenerateCalls.map(({ tools: listed }) => JSON.stringify(listed)) };
}

describe('foldoutTools of Mastra', () => {
  it('finds and runs a tool of the agent, whose result keeps its type', async () => {
    const search = { name: 'afd-discover', input: { search: 'cancel what I ordered' } };
    const { results, model } = await run(orders, search, call('orderCancel', { orderId: 17 }));
    expect(results[0]).toContain('orderCancel(orderId: number)');
    expect(results[1]).toEqual({ orderId: 17, status: 'canceled' });
    const [first] = model.doGenerateCalls;
    expect(first?.tools?.map(({ name }) => name)).toEqual(['afd-discover', 'afd-detail', 'afd-call']);
  });

  it('hands the request context, the call id and the abort signal to the tool', async () => {
    const seen: unknown[] = [];
    const spy = createTool({
      id: 'spy',
      description: 'Spy',
      execute: async (_input, { requestContext, agent, abortSignal }) => {
        seen.push(requestContext?.get('user'), agent?.toolCallId, abortSignal instanceof AbortSignal);
        return 'ok';
      },
    });
    const requestContext = new RequestContext([['user', 'ann']]);
    await agentWith(foldoutTools({ spy }), scripted(call('spy'))).generate('go', { requestContext });
    expect(seen).toEqual(['ann', 'call-1', true]);
  });

  it('asks for approval where the tool asks for it, with the input that the tool would get', async () => {
    const asked: unknown[] = [];
    const refund = createTool({
      id: 'refund',
      description: 'Refund',
      inputSchema: z.object({ amount: z.number() }),
      requireApproval: async (input) => {
        asked.push(input);
        return input.amount > 100;
      },
      execute: async ({ amount }) => `refunded ${amount}`,
    });
    const large = await run({ refund }, call('refund', { amount: '500' }));
    expect(asked).toEqual([{ amount: 500 }]);
    expect(large.result.finishReason).toBe('suspended');
    expect(large.results).toEqual([]);
    expect((await run({ refund }, call('refund', { amount: 5 }))).results).toEqual(['refunded 5']);
  });

  it('leaves tools of a provider, and tools with toModelOutput, with the agent', () => {
    const photo = createTool({ id: 'photo', description: 'x', execute: async () => 1, toModelOutput: () => 'a photo' });
    const search = { type: 'provider-defined', id: 'vendor.web_search', args: {} } as const;
    const few = foldoutTools({ ...orders, photo, search });
    expect(Object.keys(few)).toEqual(['photo', 'search', 'afd-discover', 'afd-detail', 'afd-call']);
    expect(few['photo']).toBe(photo);
  });
});

describe('selectTools of Mastra', () => {
  it('sends the tools that fit the latest request, and those that the conversation has called', async () => {
    const weatherShow = createTool({ id: 'weather', description: 'Show the weather', execute: async () => 'sun' });
    const tools = { ...orders, weatherShow };
    const model = scripted({ name: 'weatherShow', input: {} });
    const prepareStep = selectTools(tools, { k: 1, always: ['orderList'] });
    await agentWith(tools, model).generate('show the weather', { prepareStep });
    const sent = model.doGenerateCalls.map((request) => request.tools?.map(({ name }) => name));
    expect(sent).toEqual([
      ['orderList', 'weatherShow'],
      ['orderList', 'weatherShow'],
    ]);
  });
});

it('refuses a call over MCP that needs an approval', async () => {
  const refund = createTool({
    id: 'refund',
    description: 'Refund',
    inputSchema: z.object({ amount: z.number() }),
    requireApproval: async ({ amount }) => amount > 100,
    execute: async ({ amount }) => amount,
  });
  const client = new DirectClient(toMcpServer({ refund }, { name: 'shop', version: '1.0.0' }));
  expect((await client.call('refund', { amount: 500 })).error?.message).toContain('needs an approval');
  expect((await client.call('refund', { amount: 5 })).data).toBe(5);
});
