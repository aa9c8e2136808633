import Anthropic from '@anthropic-ai/sdk';
import { afterAll } from 'vitest';
import { type AdapterUnderTest, keepsTheContract } from '../testing/contract.ts';
import { MessagesApi, toolUse } from '../testing/messages-api.ts';
import { callOfThree, directCall, idOf, rename, schemaOf } from '../testing/steps.ts';
import { type AnthropicTool, foldoutTools } from './index.ts';

const api = await MessagesApi.open();
const client = new Anthropic({ apiKey: 'none', baseURL: api.url, maxRetries: 0 });
afterAll(() => api[Symbol.dispose]());

function adapter(toolSearch: boolean): AdapterUnderTest {
  const model = toolSearch ? 'claude-sonnet-5' : 'claude-3-opus';
  const callOf = toolSearch ? directCall : callOfThree;
  return {
    toolSearch,
    play: async (plain, steps, options) => {
      const { signal, callTimeoutMs, sources } = options;
      const tools = plain.map(
        (tool): AnthropicTool => ({
          name: tool.name,
          description: tool.description,
          input_schema: schemaOf(tool),
          run: (input, context) => tool.run(input, context.signal),
        }),
      );
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
