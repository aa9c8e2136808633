import type { JsonObject } from '@foldout/core';
import type { ListedTool } from '@foldout/server';
import { isDirectToolOutput } from '@langchain/core/messages';
import { patchConfig } from '@langchain/core/runnables';
import {
  type ClientTool,
  DynamicStructuredTool,
  type ServerTool,
  type StructuredToolInterface,
  type ToolRunnableConfig,
} from '@langchain/core/tools';
import { errorOf } from '../toolbox/tool-call-error.ts';
import { type ToolAnswer, Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { askForApproval, type InterruptOn } from './approval.ts';
import { isCallable, isToolMessage, type LangChainCall, type LangChainDefinition, readTool } from './read-tools.ts';

export interface LangChainToolOptions extends ToolboxOptions {
  /** Tools that a person approves before they run, as in `humanInTheLoopMiddleware`, which cannot see them behind `afd-call`. */
  readonly interruptOn?: InterruptOn | undefined;
}

/**
 * Puts tools of LangChain behind three tools. Tools of a provider, and tools with `returnDirect`, stay in the list as they
 * are.
 */
export function foldoutTools(
  tools: readonly (ClientTool | ServerTool)[],
  { interruptOn = {}, ...options }: LangChainToolOptions = {},
): (ClientTool | ServerTool)[] {
  const toolbox = new Toolbox<LangChainCall>(tools.filter(isCallable).map(readTool), options);
  const few = toolbox.list().map((listed) => toolFor(toolbox, listed, interruptOn));
  return [...tools.filter((tool) => !isCallable(tool)), ...few];
}

function toolFor(
  toolbox: Toolbox<LangChainCall>,
  listed: ListedTool,
  interruptOn: InterruptOn,
): StructuredToolInterface {
  const { name, description = '', inputSchema } = listed;
  return new DynamicStructuredTool<{ type: 'object' }, JsonObject, JsonObject>({
    name,
    description,
    schema: { ...inputSchema, type: 'object' },
    verboseParsingErrors: true,
    func: async (given, manager, parent: ToolRunnableConfig = {}) => {
      const config = manager ? patchConfig(parent, { callbacks: manager.getChild() }) : parent;
      const planned = await toolbox.plan(name, given);
      const { tool } = (planned?.definition ?? {}) as Partial<LangChainDefinition>;
      const approval = await askForApproval(interruptOn, tool?.name, planned?.input as JsonObject);
      if (approval?.refused !== undefined) return approval.refused;
      const input = approval && tool ? { command: tool.name, input: approval.input } : given;
      const call: LangChainCall = { config };
      const answer = await toolbox.answer(name, input, { signal: config.signal, extra: call });
      return outputOf(answer, call, name);
    },
  });
}

/** Messages and commands of the tool reach the agent as such; what the engine refused is a text for the model. */
function outputOf(answer: ToolAnswer, { config, output }: LangChainCall, name: string): unknown {
  if (!answer.success) {
    if (answer.thrown || config.signal?.aborted) throw thrownBy(answer, config);
    return answer.text;
  }
  if (!isDirectToolOutput(output)) return answer.output;
  if (!isToolMessage(output)) return output;
  // Some vendors match the result with the call by name.
  output.name = name;
  if (answer.output !== answer.data) output.content = answer.text;
  return output;
}

function thrownBy(answer: Extract<ToolAnswer, { success: false }>, { signal }: ToolRunnableConfig): unknown {
  const error = answer.thrown?.error;
  // An interrupt of LangGraph is no failure: the run stops and goes on with this object.
  return isBubbleUp(error) ? error : errorOf(answer, signal);
}

function isBubbleUp(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'is_bubble_up' in error && error.is_bubble_up === true;
}
