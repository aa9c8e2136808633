import type Anthropic from '@anthropic-ai/sdk';
import { foldoutTools as aiSdkTools } from '@foldout/adapters/ai-sdk';
import { AnthropicTools } from '@foldout/adapters/anthropic';
import { OpenAITools } from '@foldout/adapters/openai';
import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai';
import type { OpenAI } from 'openai';
import { callOf, type Step, type Turn, type Way } from './conversation.ts';
import { type PlainTool, sampleInput } from './tasks.ts';

const run = () => 'done';
const callTool = (plain: PlainTool): Step => callOf(plain.name, plain);
const THREE = {
  search: (request: string): Step => ({ name: 'afd-discover', input: { search: request } }),
  call: (plain: PlainTool): Step => ({ name: 'afd-call', input: { command: plain.name, input: sampleInput(plain) } }),
};

/** Every way to give the tools to a model: all of them listed, and each adapter. */
export async function waysFor(tools: readonly PlainTool[]): Promise<readonly Way[]> {
  return [
    listing(tools),
    await aiSdk(tools),
    openai(tools, false),
    openai(tools, true),
    anthropic(tools, false),
    anthropic(tools, true),
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
}

/** The baseline: the Responses API with every tool in every request. */
function listing(tools: readonly PlainTool[]): Way {
  const listed = tools.map(({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    parameters: schema,
  }));
  return {
    name: 'all tools listed',
    call: callTool,
    begin: ({ request }) => {
      const input: unknown[] = [{ role: 'user', content: request }];
      return async (step) => {
        if (step) input.push(functionCall(step), { type: 'function_call_output', call_id: '1', output: 'done' });
        return { sent: { tools: listed, input }, read: '', ms: 0 };
      };
    },
  };
}

function functionCall({ name, input }: Step): OpenAI.Responses.ResponseFunctionToolCall {
  return { type: 'function_call', call_id: '1', name, arguments: JSON.stringify(input) };
}

function openai(tools: readonly PlainTool[], toolSearch: boolean): Way {
  const foldout = new OpenAITools(
    tools.map(({ name, description, schema }) => ({ name, description, parameters: schema, run })),
    { toolSearch },
  );
  const begin = ({ request }: { request: string }): Turn => {
    const input: unknown[] = [{ role: 'user', content: request }];
    return async (step) => {
      const { value, ms } = await timed(async () => {
        const item = step && itemOf(step);
        if (item) input.push(item, ...(await foldout.answer([item])));
        return { tools: foldout.tools(), input };
      });
      return { sent: value, read: JSON.stringify(input.at(-1)), ms };
    };
  };
  return toolSearch
    ? {
        name: 'openai, tool search',
        search: (query) => ({ name: 'tool_search', input: { query } }),
        call: callTool,
        begin,
      }
    : { name: 'openai, three tools', ...THREE, begin };
}

function itemOf(step: Step): OpenAI.Responses.ResponseOutputItem {
  if (step.name !== 'tool_search') return functionCall(step);
  return {
    type: 'tool_search_call',
    id: '1',
    call_id: '1',
    execution: 'client',
    status: 'completed',
    arguments: step.input,
  };
}

function anthropic(tools: readonly PlainTool[], toolSearch: boolean): Way {
  const foldout = new AnthropicTools(
    tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema, run })),
    { toolSearch },
  );
  const begin = ({ request }: { request: string }): Turn => {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: request }];
    return async (step) => {
      const { value, ms } = await timed(async () => {
        if (step) {
          const block = { type: 'tool_use', id: '1', caller: { type: 'direct' }, ...step } as const;
          messages.push({ role: 'assistant', content: [block] });
          messages.push({ role: 'user', content: await foldout.answer([block]) });
        }
        return { tools: foldout.tools(messages), messages };
      });
      return { sent: value, read: JSON.stringify(value), ms };
    };
  };
  return toolSearch
    ? {
        name: 'anthropic, tool search',
        search: (query) => ({ name: 'search_tools', input: { query } }),
        call: callTool,
        begin,
      }
    : { name: 'anthropic, three tools', ...THREE, begin };
}

/** The tools are called as the AI SDK calls them; what its providers add to a request is not counted. */
async function aiSdk(tools: readonly PlainTool[]): Promise<Way> {
  const set: ToolSet = Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema), execute: async () => run() }),
    ]),
  );
  const few = await aiSdkTools(set);
  const listed = await Promise.all(
    Object.entries(few).map(async ([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: 'jsonSchema' in inputSchema ? await inputSchema.jsonSchema : {},
    })),
  );
  return {
    name: 'ai-sdk, three tools',
    ...THREE,
    begin: ({ request }) => {
      const messages: ModelMessage[] = [{ role: 'user', content: request }];
      return async (step) => {
        const { value, ms } = await timed(async () => {
          if (step) {
            const { name, input } = step;
            const output = await outputOf(() => few[name]?.execute?.(input, { toolCallId: '1', messages }));
            const call = { toolCallId: '1', toolName: name };
            messages.push({ role: 'assistant', content: [{ type: 'tool-call', ...call, input }] });
            const result = { type: 'text', value: String(output) } as const;
            messages.push({ role: 'tool', content: [{ type: 'tool-result', ...call, output: result }] });
          }
          return { tools: listed, messages };
        });
        return { sent: value, read: JSON.stringify(messages.at(-1)), ms };
      };
    },
  };
}

/** A failed call is a text that the model reads, as in the AI SDK. */
async function outputOf(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}
