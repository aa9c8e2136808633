import Anthropic from '@anthropic-ai/sdk';
import { afterAll } from 'vitest';
import { type AdapterUnderTest, keepsTheContract, type PlainTool } from '../testing/contract.ts';
import { MessagesApi, toolUse } from '../testing/messages-api.ts';
import { servesTools } from '../testing/serving.ts';
import { callOfThree, directCall, idOf, rename, schemaOf } from '../testing/steps.ts';
import { type AnthropicTool, foldoutTools, toMcpServer } from './index.ts';

const api = await MessagesApi.open();
const client = new Anthropic({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
afterAll(() => api[Symbol.dispose]());

function made(tool: PlainTool): AnthropicTool {
  const { name, description } = tool;
  return { name, description, input_schema: schemaOf(tool), run: (input, { signal }) => tool.run(input, signal) };
}

function adapter(toolSearch: boolean): AdapterUnderTest {
  const model = toolSearch ? 'claude-sonnet-5' : 'claude-3-opus';
  const callOf = toolSearch ? directCall : callOfThree;
  return {
    toolSearch,
    play: async (plain, steps, options) => {
      const { signal, callTimeoutMs, sources } = options;
      const tools = plain.map(made);
      const foldout = foldoutTools(tools, { model, callTimeoutMs, sources });
      rename(plain, tools, options);
      api.script(steps.map((step, index) => [toolUse(callOf(step).name, callOf(step).input, idOf(index))]));
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }];
      for (;;) {
        // The type is the SDK's own: what `tools` returns needs no cast.
        const request: Anthropic.MessageCreateParamsNonStreaming = {
          model,
          max_tokens: 100,
          messages,
          tools: foldout.tools(messages),
        };
        const { content } = await client.messages.create(request);
        messages.push({ role: 'assistant', content });
        const results = await foldout.answer(content, { signal });
        if (results.length === 0) break;
        messages.push({ role: 'user', content: results });
      }
      const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
      return {
        tools: api.requests.map((request) => JSON.stringify(request.tools)),
        messages: api.requests.map((request) => JSON.stringify(request.messages)),
        answers: blocks.flatMap((block) => (block.type === 'tool_result' ? [JSON.stringify(block.content)] : [])),
      };
    },
  };
}

keepsTheContract('Anthropic, three tools', adapter(false));
keepsTheContract('Anthropic, tool search', adapter(true));
servesTools('Anthropic', (plain, options) => toMcpServer(plain.map(made), options));
