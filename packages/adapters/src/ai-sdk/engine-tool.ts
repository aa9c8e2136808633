import type { JsonObject, JsonSchema } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { asSchema, type FlexibleSchema, jsonSchema, type Tool } from 'ai';
import { errorOf } from '../toolbox/tool-call-error.ts';
import type { Toolbox } from '../toolbox/toolbox.ts';
import { type ModelOutputOptions, modelOutput, modelOutputAtOnce, namesItsCall } from './model-output.ts';
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
      if (!namesItsCall(given)) return modelOutputAtOnce(returnedBy(given), given) as never;
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
  const inner = toolbox.target(name, input) as AiSdkDefinition | undefined;
  const extra = inner && inner.name !== name ? await withOwnContext(inner, options) : options;
  const answer = await toolbox.answer(name, input, { signal, extra, emit });
  if (!answer.success) throw errorOf(answer, signal);
  if (!inner?.tool.toModelOutput) return answer.output;
  // `toModelOutput` of the tool decides what the model reads, so it gets what the tool returned.
  if (isObject(answer.data)) returned.set(answer.data, inner.tool);
  return answer.data;
}

/** Result of a tool with `toModelOutput` → the tool: AI SDK 5 says only the result when it asks what the model reads. */
const returned = new WeakMap<object, Tool>();

function returnedBy(output: unknown): Tool | undefined {
  return isObject(output) ? returned.get(output) : undefined;
}

/** From AI SDK 7 on, each tool has a context of its own. That of `afd-call` holds one for each tool behind it, by name. */
async function withOwnContext({ name, tool }: AiSdkDefinition, options: ExecuteOptions): Promise<ExecuteOptions> {
  if (!('context' in options)) return options;
  const { context: all } = options;
  const own = isObject(all) && Object.hasOwn(all, name) ? all[name] : undefined;
  const schema = 'contextSchema' in tool ? asSchema(tool.contextSchema as FlexibleSchema<unknown>) : undefined;
  const checked = await schema?.validate?.(own);
  if (checked?.success === false)
    throw new Error(`The context of '${name}' is invalid. Pass toolsContext: { 'afd-call': { '${name}': … } }.`, {
      cause: checked.error,
    });
  return { ...options, ...{ context: checked ? checked.value : own } };
}
