import type { ModelMessage, ToolSet } from 'ai';
import { conversationIn } from '../toolbox/messages.ts';
import { type SelectOptions, selectFrom } from '../toolbox/select-tools.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { type ExecuteOptions, readTools, withoutExecute } from './read-tools.ts';

export interface SelectToolsOptions<Name extends string = string> extends SelectOptions, ToolboxOptions {
  readonly always?: readonly Name[];
}

/** What `prepareStep` of the AI SDK gets and returns, as far as this function uses it. */
type SelectStep<Name extends string> = (step: { readonly messages: readonly ModelMessage[] }) => Promise<{
  activeTools: Name[];
}>;

/**
 * Makes a `prepareStep` that activates the tools that fit the latest request, those already called, and the tools without
 * `execute`. The other tools of the set are not sent.
 */
export function selectTools<Tools extends ToolSet>(
  tools: Tools,
  { k, always, ...options }: SelectToolsOptions<keyof Tools & string> = {},
): SelectStep<keyof Tools & string> {
  const toolbox = readTools(tools).then((definitions) => new Toolbox<ExecuteOptions>(definitions, options));
  // A schema that cannot be read fails the step that needs it, not the process.
  toolbox.catch(() => {});
  const kept = Object.keys(withoutExecute(tools));
  return async ({ messages }) => {
    const selected = await selectFrom(await toolbox, conversationIn(messages), { k, always });
    const active = new Set([...kept, ...selected.map(({ name }) => name)]);
    return { activeTools: Object.keys(tools).filter((name) => active.has(name)) };
  };
}
