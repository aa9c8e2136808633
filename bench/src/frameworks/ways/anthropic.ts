import Anthropic from '@anthropic-ai/sdk';
import { AnthropicTools } from '@foldout/adapters/anthropic';
import { Clock } from '../clock.ts';
import type { PlainTool } from '../tasks.ts';
import { KEY, MODELS, run, searching, THREE, type Way } from './way.ts';

/** The Messages API with Anthropic's SDK. */
export function anthropicWays(tools: readonly PlainTool[], baseURL: string): Way[] {
  const client = new Anthropic({ apiKey: KEY, baseURL, maxRetries: 0 });
  return [behind(client, tools, false), behind(client, tools, true)];
}

function behind(client: Anthropic, tools: readonly PlainTool[], toolSearch: boolean): Way {
  const clock = new Clock();
  const foldout = new AnthropicTools(
    tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema, run })),
    { toolSearch },
  );
  const toolsFor = clock.measured((messages: Anthropic.MessageParam[]) => foldout.tools(messages));
  const answer = clock.measured((content: Anthropic.ContentBlock[]) => foldout.answer(content));
  return {
    name: toolSearch ? 'anthropic, tool search' : 'anthropic, three tools',
    habit: toolSearch ? searching('search_tools') : THREE,
    clock,
    play: async (request) => {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: request }];
      for (;;) {
        const asked = { model: MODELS.claude, max_tokens: 1_000, messages, tools: toolsFor(messages) };
        const { content } = await client.messages.create(asked);
        const results = await answer(content);
        if (results.length === 0) return;
        messages.push({ role: 'assistant', content }, { role: 'user', content: results });
      }
    },
  };
}
