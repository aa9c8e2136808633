import { Agent, OpenAIResponsesModel, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { afterAll } from 'vitest';
import { type AdapterUnderTest, keepsTheContract, type PlainTool, type Step } from '../testing/contract.ts';
import { functionCall, ResponsesApi, toolSearchCall } from '../testing/responses-api.ts';
import { servesTools } from '../testing/serving.ts';
import { callOfThree, directCall, idOf, rename } from '../testing/steps.ts';
import { foldoutTools, toMcpServer } from './index.ts';

const api = await ResponsesApi.open();
const client = new OpenAI({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
const runner = new Runner({ tracingDisabled: true });
afterAll(() => api[Symbol.dispose]());

function made({ name, description, input: parameters, run }: PlainTool) {
  return tool({
    name,
    description,
    parameters,
    execute: async (input, _context, details) => await run(input, details?.signal),
    // From 0.20 on the default function does not say what the error was.
    errorFunction: (_context, error) => String(error),
  });
}

/** The model is the SDK's own; only the endpoint plays a script. */
function adapter(toolSearch: boolean): AdapterUnderTest {
  const model = toolSearch ? 'gpt-5.4' : 'gpt-4.1';
  const itemOf = (step: Step, index: number) => {
    const { name, input } = toolSearch ? directCall(step) : callOfThree(step);
    return toolSearch && 'search' in step ? toolSearchCall(input, idOf(index)) : functionCall(name, input, idOf(index));
  };
  return {
    toolSearch,
    play: async (plain, steps, options) => {
      const tools = plain.map(made);
      const { signal, callTimeoutMs, sources } = options;
      const few = foldoutTools(tools, { model, callTimeoutMs, sources });
      rename(plain, tools, options);
      api.script(steps.map((step, index) => [itemOf(step, index)]));
      const agent = new Agent({ name: 'agent', model: new OpenAIResponsesModel(client, model), tools: few });
      await runner.run(agent, 'go', { maxTurns: 50, ...(signal && { signal }) });
      const last = api.requests.at(-1)?.input;
      return {
        tools: api.requests.map((request) => JSON.stringify(request.tools)),
        messages: api.requests.map(({ input }) => JSON.stringify(input)),
        answers: (Array.isArray(last) ? last : []).flatMap((item) => {
          if (item.type === 'function_call_output') return [JSON.stringify(item.output)];
          return item.type === 'tool_search_output' ? [JSON.stringify(item.tools)] : [];
        }),
      };
    },
  };
}

keepsTheContract('the OpenAI Agents SDK, three tools', adapter(false));
keepsTheContract('the OpenAI Agents SDK, tool search', adapter(true));
servesTools('the OpenAI Agents SDK', (plain, options) => toMcpServer(plain.map(made), options));
