import { DirectClient } from '@foldout/server';
import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  OpenAIResponsesModel,
  Runner,
  RunState,
  type Tool,
  tool,
  Usage,
} from '@openai/agents';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { functionCall, ResponsesApi, toolSearchCall } from '../testing/responses-api.ts';
import { filterTools, foldoutTools, selectTools, toMcpServer } from './index.ts';

/** A model that plays a script: calls of tools, one for each turn, and then a text. Keeps the tools of every request. */
class ScriptedModel implements Model {
  readonly requests: string[] = [];
  #turn = 0;
  readonly #calls: readonly object[];

  constructor(...calls: readonly object[]) {
    this.#calls = calls;
  }

  async getResponse({ tools }: ModelRequest): Promise<ModelResponse> {
    this.requests.push(JSON.stringify(tools));
    const args = this.#calls[this.#turn];
    this.#turn += 1;
    const callId = `call-${this.#turn}`;
    const output: ModelResponse['output'] = args
      ? [{ type: 'function_call', callId, ...callOf(args), status: 'completed' }]
      : [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'done' }] }];
    return { usage: new Usage(), output };
  }

  async *getStreamedResponse(): AsyncGenerator<never> {}
}

/** A call of `afd-call`, or of the named tool. */
function callOf(args: object): { name: string; arguments: string } {
  if ('name' in args && typeof args.name === 'string') return { name: args.name, arguments: '{}' };
  return { name: 'afd-call', arguments: JSON.stringify(args) };
}

const cancel = tool({
  name: 'order_cancel',
  description: 'Cancel an order',
  parameters: z.object({ orderId: z.number() }),
  execute: async ({ orderId }) => ({ orderId, status: 'canceled' }),
});
const list = tool({
  name: 'order_list',
  description: 'List orders',
  parameters: z.object({}),
  execute: async () => '17',
});
const call = (command: string, input: unknown = {}) => ({ command, input });
const runner = new Runner({ tracingDisabled: true });

async function run(tools: Tool[], calls: readonly object[], context: object = {}) {
  const model = new ScriptedModel(...calls);
  const agent = new Agent({ name: 'agent', model, tools: foldoutTools(tools, { callTimeoutMs: 300 }) });
  const result = await runner.run(agent, 'go', { context });
  const outputs = result.newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [item.output] : []));
  return { model, agent, result, outputs };
}

describe('foldoutTools of the OpenAI Agents SDK', () => {
  it('runs a tool of the agent, whose result keeps its type', async () => {
    const { outputs } = await run([cancel, list], [call('order_cancel', { orderId: 17 })]);
    expect(outputs).toEqual([{ orderId: 17, status: 'canceled' }]);
  });

  it('hands the context of the run and the call id to the tool', async () => {
    const seen: unknown[] = [];
    const spy = tool({
      name: 'spy',
      description: 'Spy',
      parameters: z.object({}),
      execute: async (_input, runContext, details) => {
        seen.push(runContext?.context, details?.toolCall?.callId, details?.toolCall?.name);
        return 'ok';
      },
    });
    const context = { user: 'ann' };
    await run([spy], [call('spy')], context);
    expect(seen).toEqual([context, 'call-1', 'spy']);
  });

  it('interrupts the run for approval with the input of the tool, and goes on when it is given', async () => {
    const asked: unknown[] = [];
    const refund = tool({
      name: 'refund',
      description: 'Refund',
      parameters: z.object({ amount: z.number() }),
      needsApproval: async (_context, input) => {
        asked.push(input);
        return input.amount > 100;
      },
      execute: async ({ amount }) => `refunded ${amount}`,
    });
    const { result, agent } = await run([refund], [call('refund', { amount: '500' })]);
    expect(asked).toEqual([{ amount: 500 }]);
    expect(result.interruptions).toHaveLength(1);
    const [interruption] = result.interruptions;
    if (interruption) result.state.approve(interruption);
    const resumed = await runner.run(agent, result.state);
    const outputs = resumed.newItems.flatMap((item) => (item.type === 'tool_call_output_item' ? [item.output] : []));
    expect(String(outputs)).toContain('refunded 500');
    expect((await run([refund], [call('refund', { amount: 5 })])).outputs).toEqual(['refunded 5']);
  });

  it('keeps what the tool itself makes of its errors', async () => {
    const options = {
      description: 'Fail',
      parameters: z.object({}),
      execute: async (): Promise<string> => {
        throw new TypeError('no such order');
      },
    };
    const told = tool({ ...options, name: 'told', errorFunction: () => 'sorry' });
    expect((await run([told], [call('told')])).outputs).toEqual(['sorry']);
    const fatal = tool({ ...options, name: 'fatal', errorFunction: null });
    await expect(run([fatal], [call('fatal')])).rejects.toThrow('no such order');
  });

  it('answers invalid inputs and disabled tools with a text, and other tools go on', async () => {
    const off = tool({
      name: 'off',
      description: 'Off',
      parameters: z.object({}),
      isEnabled: false,
      execute: async () => 'ran',
    });
    const calls = [call('order_cancel', { orderId: 'x' }), call('off'), call('nothing'), call('order_list')];
    const { outputs } = await run([cancel, list, off], calls);
    expect(outputs[0]).toContain('VALIDATION_ERROR');
    expect(outputs[1]).toContain("'off' is disabled");
    expect(outputs[2]).toContain('COMMAND_NOT_FOUND');
    expect(outputs[3]).toBe('17');
  });

  it('leaves tools with guardrails in the list of the agent, where the runner checks them', () => {
    const guarded = tool({
      name: 'guarded',
      description: 'Guarded',
      parameters: z.object({}),
      execute: async () => 1,
      inputGuardrails: [{ name: 'no', run: async () => ({ behavior: { type: 'allow' } }) }],
    });
    expect(foldoutTools([cancel, guarded]).map(({ name }) => name)).toEqual([
      'guarded',
      'afd-discover',
      'afd-detail',
      'afd-call',
    ]);
  });
});

describe('selectTools of the OpenAI Agents SDK', () => {
  it('keeps the tools that fit the latest request, and those that the conversation has called', async () => {
    const weather = tool({
      name: 'weather_show',
      description: 'Show the weather',
      parameters: z.object({}),
      execute: async () => 'sun',
    });
    const tools = [cancel, list, weather];
    expect((await selectTools(tools, 'show the weather', { k: 1 })).map(({ name }) => name)).toEqual(['weather_show']);
    const input: AgentInputItem[] = [
      { type: 'function_call', callId: '1', name: 'order_list', arguments: '{}', status: 'completed' },
      { role: 'user', content: 'show the weather' },
    ];
    const selected = await selectTools(tools, input, { k: 1 });
    expect(selected.map(({ name }) => name)).toEqual(['order_list', 'weather_show']);
  });
});

describe('filterTools of the OpenAI Agents SDK', () => {
  it('sends the tools that fit the input of the run, in every turn of it', async () => {
    const weather = tool({
      name: 'weather_show',
      description: 'Show the weather',
      parameters: z.object({}),
      execute: async () => 'sun',
    });
    const model = new ScriptedModel({ name: 'weather_show' });
    const agent = filterTools(new Agent({ name: 'agent', model, tools: [cancel, list, weather] }), { k: 1 });
    await runner.run(agent, 'show the weather');
    expect(model.requests).toHaveLength(2);
    for (const request of model.requests) {
      const names = (JSON.parse(request) as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(['weather_show']);
    }
  });
});

describe("OpenAI's tool search in the Agents SDK", () => {
  it('interrupts a run for approval, and goes on after the state was stored', async () => {
    const refund = tool({
      name: 'refund',
      description: 'Refund an order',
      parameters: z.object({ amount: z.number() }),
      needsApproval: async (_context, { amount }) => amount > 100,
      execute: async ({ amount }) => `refunded ${amount}`,
    });
    using api = await ResponsesApi.open();
    api.script([
      [toolSearchCall({ query: 'refund an order' }, 'call_1')],
      [functionCall('refund', { amount: '500' }, 'call_2')],
    ]);
    const client = new OpenAI({ apiKey: 'none', baseURL: api.url });
    const model = new OpenAIResponsesModel(client, 'gpt-5.4');
    const agent = new Agent({ name: 'agent', model, tools: foldoutTools([refund, list], { model: 'gpt-5.4' }) });
    const stopped = await runner.run(agent, 'go');
    const state = await RunState.fromString(agent, stopped.state.toString());
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    expect((await runner.run(agent, state)).finalOutput).toBe('done');
    expect(JSON.stringify(api.requests.at(-1)?.input)).toContain('refunded 500');
  });
});

it('refuses a call over MCP that needs an approval', async () => {
  const refund = tool({
    name: 'refund',
    description: 'Refund',
    parameters: z.object({ amount: z.number() }),
    needsApproval: async (_context, { amount }) => amount > 100,
    execute: async ({ amount }) => amount,
  });
  const client = new DirectClient(toMcpServer([refund], { name: 'shop', version: '1.0.0' }));
  expect((await client.call('refund', { amount: 500 })).error?.message).toContain('needs an approval');
  expect((await client.call('refund', { amount: 5 })).data).toBe(5);
});
