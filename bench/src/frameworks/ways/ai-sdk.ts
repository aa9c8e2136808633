import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { foldoutTools, nativeSearch } from '@foldout/adapters/ai-sdk';
import { generateText, jsonSchema, type LanguageModel, stepCountIs, type ToolSet, tool } from 'ai';
import { Clock } from '../clock.ts';
import type { PlainTool } from '../tasks.ts';
import { KEY, MAX_STEPS, MODELS, run, searching, THREE, type Way } from './way.ts';

/** The AI SDK with its own providers. */
export async function aiSdkWays(tools: readonly PlainTool[], baseURL: string): Promise<Way[]> {
  const openai = createOpenAI({ apiKey: KEY, baseURL });
  const anthropic = createAnthropic({ apiKey: KEY, baseURL });
  const set: ToolSet = Object.fromEntries(
    tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schema), execute: async () => run() }),
    ]),
  );
  return [
    await three(set, openai(MODELS.three)),
    await native('ai-sdk, tool search of OpenAI', set, openai(MODELS.search)),
    await native('ai-sdk, tool search of Anthropic', set, anthropic(MODELS.claude)),
  ];
}

async function three(set: ToolSet, model: LanguageModel): Promise<Way> {
  const clock = new Clock();
  const tools = watched(await foldoutTools(set), clock);
  return {
    name: 'ai-sdk, three tools',
    habit: THREE,
    clock,
    play: (prompt) => generateText({ model, tools, prompt, maxRetries: 0, stopWhen: stepCountIs(MAX_STEPS) }),
  };
}

async function native(name: string, set: ToolSet, model: LanguageModel): Promise<Way> {
  const clock = new Clock();
  const { tools, prepareStep } = await nativeSearch(set, { model });
  const searched = { tools: watched(tools, clock), prepareStep: clock.measured(prepareStep) };
  return {
    name,
    habit: searching(name.endsWith('OpenAI') ? 'tool_search' : 'search_tools'),
    clock,
    play: (prompt) => generateText({ model, ...searched, prompt, maxRetries: 0, stopWhen: stepCountIs(MAX_STEPS) }),
  };
}

export function watched(tools: ToolSet, clock: Clock): ToolSet {
  return Object.fromEntries(Object.entries(tools).map(([name, each]) => [name, clock.watch({ ...each })]));
}
