import { MemorySaver } from '@langchain/langgraph';
import {
  type AgentMiddleware,
  AIMessage,
  createAgent,
  type DynamicStructuredTool,
  fakeModel,
  HumanMessage,
  ToolMessage,
  tool,
} from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldoutTools, type LangChainToolOptions, selectTools } from './index.ts';

type Tools = Parameters<typeof foldoutTools>[0];

const cancel = tool(async ({ orderId }) => `order ${orderId} is canceled`, {
  name: 'order_cancel',
  description: 'Cancel an order',
  schema: z.object({ orderId: z.number() }),
});
const list = tool(async () => '17', { name: 'order_list', description: 'List orders', schema: z.object({}) });
const call = (command: string, input: object = {}) => ({ name: 'afd-call', args: { command, input } });

/** A model that plays a script: calls of tools, one for each turn, and then a text. */
interface Call {
  readonly name: string;
  readonly args: object;
  readonly id?: string;
}

function scripted(...calls: readonly Call[]) {
  const model = fakeModel();
  for (const each of calls) model.respondWithTools([each]);
  return model.respond(new AIMessage('done'));
}

async function run(tools: Tools, calls: readonly Call[], options: LangChainToolOptions = {}) {
  const model = scripted(...calls);
  // The list of tools that the model of a real vendor would be sent.
  const sent: string[] = [];
  const bind = model.bindTools.bind(model);
  model.bindTools = (bound) => {
    sent.push(JSON.stringify(bound.map((each) => 'description' in each && [each.name, each.description, each.schema])));
    return bind(bound);
  };
  const agent = createAgent({ model, tools: foldoutTools(tools, { callTimeoutMs: 300, ...options }) });
  const { messages } = await agent.invoke({ messages: [new HumanMessage('go')] });
  return { sent, results: messages.filter((message) => ToolMessage.isInstance(message)) };
}

describe('foldoutTools of LangChain', () => {
  it('finds and runs a tool of the agent', async () => {
    const search = { name: 'afd-discover', args: { search: 'cancel what I ordered' } };
    const { results } = await run([cancel, list], [search, call('order_cancel', { orderId: 17 })]);
    expect(results[0]?.content).toContain('order_cancel(orderId: number)');
    expect(results[1]).toMatchObject({ content: 'order 17 is canceled', name: 'afd-call' });
  });

  it('keeps artifacts and content blocks of a result', async () => {
    const chart = tool(
      async () => [[{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }], { rows: 2 }],
      {
        name: 'chart',
        description: 'Draw',
        schema: z.object({}),
        responseFormat: 'content_and_artifact',
      },
    );
    const { results } = await run([chart], [call('chart')]);
    expect(results[0]?.artifact).toEqual({ rows: 2 });
    expect(results[0]?.content).toEqual([{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } }]);
  });

  it('hands the context, the call id, the callbacks and the abort signal to the tool', async () => {
    const seen: unknown[] = [];
    const spy = tool(
      async (_input, runtime) => {
        seen.push(runtime.context, runtime.toolCall?.id, runtime.toolCall?.name, runtime.signal instanceof AbortSignal);
        return 'ok';
      },
      { name: 'spy', description: 'Spy', schema: z.object({}) },
    );
    const started: unknown[] = [];
    const agent = createAgent({
      model: scripted({ ...call('spy'), id: 'call-1' }),
      tools: foldoutTools([spy]),
      contextSchema: z.object({ user: z.string() }),
    });
    const callbacks = [{ handleToolStart: (...args: unknown[]) => void started.push(args[7] ?? args[6]) }];
    await agent.invoke({ messages: [new HumanMessage('go')] }, { context: { user: 'ann' }, callbacks });
    expect(seen).toEqual([{ user: 'ann' }, 'call-1', 'spy', true]);
    expect(started).toHaveLength(2);
  });

  it('gives the framework the same error object that the tool threw', async () => {
    const broken = new TypeError('no such order');
    const fails = tool(
      async (): Promise<string> => {
        throw broken;
      },
      { name: 'fails', description: 'Fail', schema: z.object({}) },
    );
    const [, , caller] = foldoutTools([fails]);
    await expect((caller as DynamicStructuredTool).invoke({ command: 'fails', input: {} })).rejects.toBe(broken);
    expect((await run([fails, list], [call('fails'), call('order_list')])).results[1]?.content).toBe('17');
  });

  it('interrupts the run for approval in the form of humanInTheLoopMiddleware, and goes on with the decision', async () => {
    const refunded: number[] = [];
    const refund = tool(
      async ({ amount }) => {
        refunded.push(amount);
        return `refunded ${amount}`;
      },
      { name: 'refund', description: 'Refund', schema: z.object({ amount: z.number() }) },
    );
    const { Command } = await import('@langchain/langgraph');
    const decided = async (decision: object) => {
      const agent = createAgent({
        model: scripted(call('refund', { amount: '500' })),
        tools: foldoutTools([refund, list], { interruptOn: { refund: true } }),
        checkpointer: new MemorySaver(),
      });
      const config = { configurable: { thread_id: '1' } };
      const stopped = await agent.invoke({ messages: [new HumanMessage('go')] }, config);
      const [interruption] = (stopped as { __interrupt__?: { value: unknown }[] }).__interrupt__ ?? [];
      expect(interruption?.value).toMatchObject({ actionRequests: [{ name: 'refund', args: { amount: 500 } }] });
      const { messages } = await agent.invoke(new Command({ resume: { decisions: [decision] } }), config);
      return messages.findLast((message) => ToolMessage.isInstance(message))?.text;
    };
    expect(await decided({ type: 'reject', message: 'too much' })).toBe('too much');
    expect(refunded).toEqual([]);
    expect(await decided({ type: 'edit', editedAction: { name: 'refund', args: { amount: 5 } } })).toBe('refunded 5');
    expect(await decided({ type: 'approve' })).toContain('refunded 500');
    expect(refunded).toEqual([5, 500]);
  });

  it('leaves tools with returnDirect, and those of a provider, in the list', () => {
    const direct = tool(async () => '1', {
      name: 'direct',
      description: 'x',
      schema: z.object({}),
      returnDirect: true,
    });
    const names = foldoutTools([cancel, direct, { name: 'web_search', type: 'web_search' }]).map(({ name }) => name);
    expect(names).toEqual(['direct', 'web_search', 'afd-discover', 'afd-detail', 'afd-call']);
  });
});

describe('selectTools of LangChain', () => {
  const weather = tool(async () => 'sun', {
    name: 'weather_show',
    description: 'Show the weather',
    schema: z.object({}),
  });

  async function bound(middleware: AgentMiddleware, messages: (HumanMessage | AIMessage | ToolMessage)[]) {
    const model = scripted();
    let names: unknown[] = [];
    const bind = model.bindTools.bind(model);
    model.bindTools = (tools) => {
      names = tools.map((each) => ('name' in each ? each.name : each));
      return bind(tools);
    };
    const agent = createAgent({ model, tools: [cancel, list, weather], middleware: [middleware] });
    await agent.invoke({ messages });
    return names;
  }

  it('sends the tools that fit the latest request, and those that the conversation has called', async () => {
    const select = selectTools([cancel, list, weather], { k: 1 });
    expect(await bound(select, [new HumanMessage('show the weather')])).toEqual(['weather_show']);
    const called = new AIMessage({
      content: '',
      tool_calls: [{ name: 'order_list', args: {}, id: '1', type: 'tool_call' }],
    });
    const answer = new ToolMessage({ content: '17', tool_call_id: '1' });
    const messages = [new HumanMessage('orders'), called, answer, new HumanMessage('show the weather')];
    expect(await bound(select, messages)).toEqual(['order_list', 'weather_show']);
  });

  it('leaves tools that it was not given in the request', async () => {
    expect(await bound(selectTools([cancel, list], { k: 1 }), [new HumanMessage('cancel my order')])).toEqual([
      'order_cancel',
      'weather_show',
    ]);
  });
});
