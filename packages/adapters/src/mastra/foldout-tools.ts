import type { JsonObject } from '@foldout/core';
import type { ListedTool } from '@foldout/server';
import type { ToolsInput } from '@mastra/core/agent';
import { createTool, type ToolExecutionContext } from '@mastra/core/tools';
import { errorOf } from '../toolbox/tool-call-error.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { isCallable, type MastraDefinition, readTools } from './read-tools.ts';

/** Puts tools of Mastra behind three tools. Tools that must stay with the agent stay in the set as they are. */
export function foldoutTools(tools: ToolsInput, options: ToolboxOptions = {}): ToolsInput {
  const toolbox = new Toolbox<ToolExecutionContext>(readTools(tools), options);
  const kept = Object.entries(tools).filter(([, tool]) => !isCallable(tool));
  const few = toolbox.list().map((listed) => [listed.name, toolFor(toolbox, listed)] as const);
  return Object.fromEntries([...kept, ...few]);
}

function toolFor(toolbox: Toolbox<ToolExecutionContext>, { name, description = '', inputSchema }: ListedTool) {
  return createTool({
    id: name,
    description,
    inputSchema: anyObject(inputSchema),
    requireApproval: async (input, context) => {
      const planned = await toolbox.plan(name, input);
      const { requireApproval, needsApprovalFn } = (planned?.definition as MastraDefinition | undefined)?.tool ?? {};
      const ask = needsApprovalFn ?? requireApproval;
      return typeof ask === 'function' ? await ask(planned?.input, context) : ask === true;
    },
    execute: async (input, context) => {
      const { abortSignal: signal } = context;
      const answer = await toolbox.answer(name, input, { signal, extra: context });
      if (answer.success) return answer.output;
      if (answer.thrown || signal?.aborted) throw errorOf(answer, signal);
      return answer.text;
    },
  });
}

/** Mastra sends the JSON Schema to the model; the engine checks the input, and corrects it where that is safe. */
function anyObject(jsonSchema: ListedTool['inputSchema']) {
  const schema = { ...jsonSchema };
  return {
    '~standard': {
      version: 1,
      vendor: 'foldout',
      validate: (value: unknown) => ({ value: value as JsonObject }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  } as const;
}
