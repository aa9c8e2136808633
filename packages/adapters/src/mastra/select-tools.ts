import type { AgentExecutionOptions, ToolsInput } from '@mastra/core/agent';
import { conversationIn } from '../toolbox/messages.ts';
import { type SelectOptions, selectFrom } from '../toolbox/select-tools.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { isCallable, readTools } from './read-tools.ts';

export interface SelectToolsOptions extends SelectOptions, ToolboxOptions {}

type PrepareStep = NonNullable<AgentExecutionOptions['prepareStep']>;

/**
 * Makes a `prepareStep` that activates the tools that fit the latest request, those already called, and the tools that
 * cannot be searched. The other tools of the set are not sent.
 */
export function selectTools(tools: ToolsInput, { k, always, ...options }: SelectToolsOptions = {}): PrepareStep {
  const toolbox = new Toolbox(readTools(tools), options);
  const kept = Object.keys(tools).filter((name) => !isCallable(tools[name] as ToolsInput[string]));
  return async ({ messageList }) => {
    const conversation = conversationIn(messageList.get.all.aiV5.model());
    const selected = await selectFrom(toolbox, conversation, { k, always });
    const active = new Set([...kept, ...selected.map(({ name }) => name)]);
    return { activeTools: Object.keys(tools).filter((name) => active.has(name)) };
  };
}
