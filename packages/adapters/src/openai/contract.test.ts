import OpenAI from 'openai';
import { afterAll } from 'vitest';
import { type AdapterUnderTest, keepsTheContract, type PlainTool, type Step } from '../testing/contract.ts';
import { functionCall, ResponsesApi, toolSearchCall } from '../testing/responses-api.ts';
import { servesTools } from '../testing/serving.ts';
import { callOfThree, directCall, idOf, rename, schemaOf } from '../testing/steps.ts';
import { foldoutTools, type OpenAITool, toMcpServer } from './index.ts';

const api = await ResponsesApi.open();
const client = new OpenAI({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
afterAll(() => api[Symbol.dispose]());

function made(tool: PlainTool): OpenAITool {
  const { name, description } = tool;
  return { name, description, parameters: schemaOf(tool), run: (input, { signal }) => tool.run(input, signal) };
}

function adapter(toolSearch: boolean): AdapterUnderTest {
  const model = toolSearch ? 'gpt-5.4' : 'gpt-4.1';
  const itemOf = (step: Step, index: number) => {
    const { name, input } = toolSearch ? directCall(step) : callOfThree(step);
    return toolSearch && 'search' in step ? toolSearchCall(input, idOf(index)) : functionCall(name, input, idOf(index));
  };
  return {
    toolSearch,
    play: async (plain, steps, options) => {
      const { signal, callTimeoutMs, sources } = options;
      const tools = plain.map(made);
      const foldout = foldoutTools(tools, { model, callTimeoutMs, sources });
      rename(plain, tools, options);
      api.script(steps.map((step, index) => [itemOf(step, index)]));
      const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'go' }];
      for (;;) {
        // The type is the SDK's own: what `tools` returns needs no cast.
        const request: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model, input, tools: foldout.tools() };
        const { output } = await client.responses.create(request);
        input.push(...output.filter((item) => item.type === 'function_call' || item.type === 'tool_search_call'));
        const answers = await foldout.answer(output, { signal });
        if (answers.length === 0) break;
        input.push(...answers);
      }
      return {
        tools: api.requests.map((request) => JSON.stringify(request.tools)),
        messages: api.requests.map((request) => JSON.stringify(request.input)),
        answers: input.flatMap((item) => {
          if (item.type === 'function_call_output') return [JSON.stringify(item.output)];
          return item.type === 'tool_search_output' ? [JSON.stringify(item.tools)] : [];
        }),
      };
    },
  };
}

keepsTheContract('OpenAI, three tools', adapter(false));
keepsTheContract('OpenAI, tool search', adapter(true));
servesTools('OpenAI', (plain, options) => toMcpServer(plain.map(made), options));
