import type { FunctionTool, RunContext, Tool } from '@openai/agents';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';

export type AgentTool<Context> = Tool<Context>;
export type CallDetails = NonNullable<Parameters<FunctionTool['invoke']>[2]>;

/** What the SDK gives to a tool: the context of the run, and the call. */
export interface AgentCall<Context> {
  readonly runContext: RunContext<Context>;
  readonly details: CallDetails | undefined;
  /** Whether the tool is enabled in this run. */
  isEnabled(tool: FunctionTool<Context>): Promise<boolean>;
}

/** A function tool of the Agents SDK behind the engine. */
export interface AgentDefinition<Context> extends ToolDefinition<AgentCall<Context>> {
  readonly tool: FunctionTool<Context>;
}

/** Thrown into the result of a call whose tool is disabled in this run. */
export class ToolDisabled extends Error {}

/**
 * Whether a tool can run behind `afd-call`. The runner itself runs hosted tools, and checks guardrails only of the tools
 * that the agent lists: those stay in the list.
 */
export function isCallable<Context>(tool: AgentTool<Context>): tool is FunctionTool<Context> {
  return tool.type === 'function' && !tool.inputGuardrails?.length && !tool.outputGuardrails?.length;
}

export function readTool<Context>(tool: FunctionTool<Context>): AgentDefinition<Context> {
  const { name, description, parameters } = tool;
  return {
    name,
    description,
    inputSchema: { ...parameters },
    tool,
    run: async (input, { extra, signal }) => {
      if (!(await extra.isEnabled(tool))) throw new ToolDisabled(`'${name}' is disabled in this run`);
      const args = JSON.stringify(input);
      const { toolCall } = extra.details ?? {};
      const own = toolCall && { toolCall: { ...toolCall, name, arguments: args } };
      return await tool.invoke(extra.runContext, args, { ...extra.details, ...own, signal });
    },
  };
}
