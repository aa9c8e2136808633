import { createOpenAI } from '@ai-sdk/openai';
import { foldoutTools } from '@foldout/adapters/mastra';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Clock } from '../clock.ts';
import type { PlainTool } from '../tasks.ts';
import { KEY, MAX_STEPS, MODELS, run, THREE, type Way } from './way.ts';

/** An agent of Mastra, with a model of the AI SDK. */
export function mastraWays(plain: readonly PlainTool[], baseURL: string): Way[] {
  const clock = new Clock();
  const own = plain.map(({ name: id, description, schema }) =>
    createTool({ id, description, inputSchema: schema as never, execute: async () => run() }),
  );
  const tools = foldoutTools(Object.fromEntries(own.map((each) => [each.id, each])));
  for (const each of Object.values(tools)) clock.watch(each);
  const model = createOpenAI({ apiKey: KEY, baseURL })(MODELS.three);
  const agent = new Agent({ id: 'agent', name: 'Agent', instructions: '', model, tools });
  return [
    {
      name: 'mastra, three tools',
      habit: THREE,
      clock,
      play: (request) => agent.generate(request, { maxSteps: MAX_STEPS }),
    },
  ];
}
