import type { JsonObject } from '@foldout/core';
import type { ListedTool } from '@foldout/server';
import { jsonSchema, type Tool, type ToolSet } from 'ai';
import { errorOf } from '../toolbox/tool-call-error.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { type ModelOutputOptions, modelOutput } from './model-output.ts';
import { type AiSdkDefinition, type ExecuteOptions, readTools, withoutExecute } from './read-tools.ts';
import { streamed } from './streamed.ts';

type ApprovalOptions = Parameters<Extract<Tool['needsApproval'], (...args: never[]) => unknown>>[1];

/** The three tools of Foldout, and the tools that cannot run in this process, unchanged. */
export type FoldoutTools = ToolSet & Record<'afd-discover' | 'afd-detail' | 'afd-call', Tool<JsonObject, unknown>>;

/**
 * Puts a tool set of the AI SDK behind three tools. Tools without `execute` (those of a provider, and those that the client
 * runs) stay in the set as they are.
 */
export async function foldoutTools(tools: ToolSet, options: ToolboxOptions = {}): Promise<FoldoutTools> {
  const toolbox = new Toolbox<ExecuteOptions>(await readTools(tools), options);
  const [discover, detail, call] = toolbox.list() as readonly [ListedTool, ListedTool, ListedTool];
  return {
    ...withoutExecute(tools),
    'afd-discover': finder(toolbox, discover),
    'afd-detail': finder(toolbox, detail),
    'afd-call': caller(toolbox, call),
  };
}

function finder(toolbox: Toolbox<ExecuteOptions>, { name, description, inputSchema }: ListedTool) {
  return {
    description,
    inputSchema: jsonSchema<JsonObject>(inputSchema),
    execute: (input: JsonObject, options: ExecuteOptions) => run(toolbox, name, input, options),
  };
}

function caller(toolbox: Toolbox<ExecuteOptions>, { name, description, inputSchema }: ListedTool) {
  const innerTool = (input: unknown) => toolbox.target(name, input) as AiSdkDefinition | undefined;
  return {
    description,
    inputSchema: jsonSchema<JsonObject>(inputSchema),
    needsApproval: async (input: JsonObject, options: ApprovalOptions) => {
      const planned = await toolbox.plan(name, input);
      const ask = (planned?.definition as AiSdkDefinition | undefined)?.tool.needsApproval;
      return typeof ask === 'function' ? await ask(planned?.input, options) : ask === true;
    },
    execute: (input: JsonObject, options: ExecuteOptions) =>
      innerTool(input)?.streams
        ? streamed((emit) => run(toolbox, name, input, options, emit))
        : run(toolbox, name, input, options),
    toModelOutput: (given: ModelOutputOptions) => modelOutput(innerTool(given.input)?.tool, given),
  };
}

/** Runs a call. Errors of the tool are thrown as they are, so that the framework handles them as its own. */
async function run(
  toolbox: Toolbox<ExecuteOptions>,
  name: string,
  input: JsonObject,
  options: ExecuteOptions,
  emit?: (preliminary: unknown) => void,
): Promise<unknown> {
  const { abortSignal: signal } = options;
  const answer = await toolbox.answer(name, input, { signal, extra: options, emit });
  if (!answer.success) throw errorOf(answer, signal);
  const inner = toolbox.target(name, input) as AiSdkDefinition | undefined;
  // `toModelOutput` of the tool decides what the model reads, so it gets what the tool returned.
  return inner?.tool.toModelOutput ? answer.data : answer.output;
}
