import { foldoutTools } from '@foldout/adapters/openai-agents';
import {
  Agent,
  attachClientToolSearchExecutor,
  getClientToolSearchExecutor,
  OpenAIResponsesModel,
  Runner,
  type Tool,
  tool,
} from '@openai/agents';
import OpenAI from 'openai';
import { Clock } from '../clock.ts';
import type { PlainTool } from '../tasks.ts';
import { KEY, MAX_STEPS, MODELS, run, searching, THREE, type Way } from './way.ts';

/** OpenAI's Agents SDK with its own runner and model. */
export function openaiAgentsWays(tools: readonly PlainTool[], baseURL: string): Way[] {
  const client = new OpenAI({ apiKey: KEY, baseURL, maxRetries: 0 });
  return [behind(client, tools, false), behind(client, tools, true)];
}

function behind(client: OpenAI, plain: readonly PlainTool[], toolSearch: boolean): Way {
  const clock = new Clock();
  const model = toolSearch ? MODELS.search : MODELS.three;
  const own = plain.map(({ name, description, schema }) =>
    tool({ name, description, parameters: schema as never, strict: false, execute: run }),
  );
  const tools = foldoutTools(own, { model }).map((each) => withFound(clock.watch(each), clock));
  const agent = new Agent({ name: 'agent', model: new OpenAIResponsesModel(client, model), tools });
  const runner = new Runner({ tracingDisabled: true });
  return {
    name: toolSearch ? 'openai-agents, tool search' : 'openai-agents, three tools',
    habit: toolSearch ? searching('tool_search') : THREE,
    clock,
    play: (request) => runner.run(agent, request, { maxTurns: MAX_STEPS }),
  };
}

/** A search returns tools, which the runner calls by itself. The SDK keeps its executor apart from the tool. */
function withFound(search: Tool, clock: Clock): Tool {
  const find = getClientToolSearchExecutor(search);
  if (!find || search.type !== 'hosted_tool') return search;
  return attachClientToolSearchExecutor(
    search,
    clock.measured(async (args: Parameters<typeof find>[0]) => {
      const found = await find(args);
      return Array.isArray(found) ? found.map((each) => clock.watch(each)) : found;
    }),
  );
}
