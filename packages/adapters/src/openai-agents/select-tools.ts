import type { AgentInputItem, Tool } from '@openai/agents';
import { conversationIn } from '../toolbox/messages.ts';
import { type SelectOptions, selectFrom } from '../toolbox/select-tools.ts';
import { Toolbox } from '../toolbox/toolbox.ts';
import { isCallable, readTool } from './read-tools.ts';

/** The tools that fit the latest request, those already called, and those that cannot be searched, in the given order. */
export async function selectTools<Context = unknown>(
  tools: readonly Tool<Context>[],
  input: string | readonly AgentInputItem[],
  options: SelectOptions = {},
): Promise<Tool<Context>[]> {
  const toolbox = toolboxOf(tools);
  const conversation = typeof input === 'string' ? { request: input, called: [] } : conversationIn(input);
  const selected = new Set((await selectFrom(toolbox, conversation, options)).map(({ name }) => name));
  return tools.filter((tool) => !isCallable(tool) || selected.has(tool.name));
}

/** One index for each list of tools, however often it is searched. */
const toolboxes = new WeakMap<readonly object[], Toolbox<never>>();

function toolboxOf<Context>(tools: readonly Tool<Context>[]): Toolbox<never> {
  const known = toolboxes.get(tools) ?? (new Toolbox(tools.filter(isCallable).map(readTool)) as Toolbox<never>);
  toolboxes.set(tools, known);
  return known;
}
