import type { JsonObject, JsonSchema } from '@foldout/core';
import { jsonSchema, type Tool } from 'ai';
import { errorOf } from '../toolbox/tool-call-error.ts';
import type { Toolbox } from '../toolbox/toolbox.ts';
import { type ModelOutputOptions, modelOutput } from './model-output.ts';
import type { AiSdkDefinition, ExecuteOptions } from './read-tools.ts';
import { streamed } from './streamed.ts';

type ApprovalOptions = Parameters<Extract<Tool['needsApproval'], (...args: never[]) => unknown>>[1];

/** What a model sees of a tool. */
export interface ShownTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
}

/** A tool whose calls run through the engine: `afd-call`, or a tool of the set under its own name. */
export function engineTool(toolbox: Toolbox<ExecuteOptions>, { name, description, inputSchema }: ShownTool) {
  const innerTool = (input: unknown) => toolbox.target(name, input) as AiSdkDefinition | undefined;
  return {
    ...(description !== undefined && { description }),
    inputSchema: jsonSchema<JsonObject>(inputSchema),
    needsApproval: async (input: JsonObject, options: ApprovalOptions) => {
      const planned = await toolbox.plan(name, input);
      const ask = (planned?.definition as AiSdkDefinition | undefined)?.tool.needsApproval;
      return typeof ask === 'function' ? await ask(planned?.input, options) : ask === true;
    },
    execute: (input: JsonObject, options: ExecuteOptions) =>
      innerTool(input)?.streams
        ? streamed((emit) => runTool(toolbox, name, input, options, emit))
        : runTool(toolbox, name, input, options),
    toModelOutput: (given: ModelOutputOptions) => {
      const ownInput = toolbox.given(name, given.input);
      return modelOutput(innerTool(given.input)?.tool, { ...given, input: ownInput });
    },
  };
}

/** Runs a call. Errors of the tool are thrown as they are, so that the framework handles them as its own. */
export async function runTool(
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
