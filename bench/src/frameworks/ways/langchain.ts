import { foldoutTools } from '@foldout/adapters/langchain';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { Clock } from '../clock.ts';
import type { PlainTool } from '../tasks.ts';
import { KEY, MODELS, run, THREE, type Way } from './way.ts';

/** `createAgent` of LangChain, with its model for Chat Completions. */
export function langchainWays(plain: readonly PlainTool[], baseURL: string): Way[] {
  const clock = new Clock();
  const model = new ChatOpenAI({ model: MODELS.three, apiKey: KEY, maxRetries: 0, configuration: { baseURL } });
  const own = plain.map(({ name, description, schema }) => tool(run, { name, description, schema: schema as never }));
  const tools = foldoutTools(own).map((each) => clock.watch(each));
  const agent = createAgent({ model, tools });
  return [
    {
      name: 'langchain, three tools',
      habit: THREE,
      clock,
      play: (request) => agent.invoke({ messages: [{ role: 'user', content: request }] }),
    },
  ];
}
