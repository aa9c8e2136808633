import type {
  Agent,
  AgentInputItem,
  AgentOutputType,
  FunctionTool,
  RunContext,
  TextOutput,
  Tool,
} from '@openai/agents';
import type { SelectOptions } from '../toolbox/select-tools.ts';
import { isCallable } from './read-tools.ts';
import { selectTools } from './select-tools.ts';

/**
 * A copy of an agent that sends only the tools that fit the input of its run, its MCP servers' tools among them. The choice
 * is made when a run begins or hands over to the agent, and holds until it ends, so that the prompt cache does too.
 */
export function filterTools<Context, Output extends AgentOutputType = TextOutput>(
  agent: Agent<Context, Output>,
  options: SelectOptions = {},
): Agent<Context, Output> {
  const filtered = agent.clone({});
  const inputs = new WeakMap<RunContext<Context>, readonly AgentInputItem[]>();
  filtered.on('agent_start', (context, _agent, input) => void (input && inputs.set(context, [...input])));
  const all = filtered.getAllTools.bind(filtered);
  let last: Tool<Context>[] = [];
  filtered.getAllTools = async (context, ...rest) => {
    const tools = await all(context, ...rest);
    // MCP servers make new objects for each turn; the index is built again only if the tools have changed.
    if (!isSameList(last, tools)) last = tools;
    const input = inputs.get(context);
    if (!input) return tools;
    const names = new Set((await selectTools(last, input, options)).map(({ name }) => name));
    return tools.filter(({ name }) => names.has(name));
  };
  return filtered;
}

function isSameList<Context>(before: readonly Tool<Context>[], now: readonly Tool<Context>[]): boolean {
  return before.length === now.length && before.every((tool, index) => isSame(tool, now[index]));
}

function isSame<Context>(before: Tool<Context>, now: Tool<Context> | undefined): boolean {
  const textOf = (tool: Tool<Context>) => (isCallable(tool) ? (tool as FunctionTool).description : undefined);
  return now !== undefined && before.name === now.name && textOf(before) === textOf(now);
}
