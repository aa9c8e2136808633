import type { JsonObject, Validated } from '@foldout/core';
import { asSchema, type Tool, type ToolSet } from 'ai';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';

/** The second argument of `execute`: call id, messages, abort signal, context. */
export type ExecuteOptions = Parameters<NonNullable<Tool['execute']>>[1];

/** A tool of the AI SDK behind the engine. */
export interface AiSdkDefinition extends ToolDefinition<ExecuteOptions> {
  readonly tool: Tool;
  /** Whether `execute` yields preliminary results. */
  readonly streams: boolean;
}

/** Reads tools that run in this process. Tools of a provider, and tools that the client runs, have no `execute`. */
export async function readTools(tools: ToolSet): Promise<readonly AiSdkDefinition[]> {
  const runnable = Object.entries(tools).filter(([, { execute }]) => execute);
  return await Promise.all(runnable.map(([name, tool]) => readTool(name, tool as Tool)));
}

export function withoutExecute(tools: ToolSet): ToolSet {
  return Object.fromEntries(Object.entries(tools).filter(([, { execute }]) => !execute));
}

async function readTool(name: string, tool: Tool): Promise<AiSdkDefinition> {
  const schema = asSchema(tool.inputSchema);
  const inputSchema = (await schema.jsonSchema) as ToolDefinition['inputSchema'];
  const { description } = tool;
  const { validate } = schema;
  return {
    name,
    // In AI SDK 7 a description may be computed from the context of a run: the catalog has none.
    description: typeof description === 'string' ? description : undefined,
    inputSchema,
    tool,
    streams: Object.prototype.toString.call(tool.execute) === '[object AsyncGeneratorFunction]',
    ...(validate && { validate: async (input: JsonObject) => toValidated(await validate(input)) }),
    run: async (input, { extra, signal, emit }) => {
      const running: unknown = tool.execute?.(input, { ...extra, abortSignal: signal });
      return isAsyncIterable(running) ? await lastOf(running, emit) : await running;
    },
  };
}

function toValidated(outcome: { success: true; value: unknown } | { success: false; error: Error }): Validated {
  if (outcome.success) return { valid: true, value: outcome.value };
  return { valid: false, issues: issuesOf(outcome.error) };
}

/** Zod and Standard Schema errors carry their issues in the cause. */
function issuesOf(error: Error) {
  const found = [error, error.cause].map((each) => (each as { issues?: unknown } | undefined)?.issues);
  const issues = found.find((each) => Array.isArray(each)) as
    | readonly { path?: unknown; message?: unknown }[]
    | undefined;
  if (!issues) return [{ path: [], message: error.message.slice(0, 300) }];
  return issues.map(({ path, message }) => ({ path: Array.isArray(path) ? path : [], message: String(message) }));
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** The last value is the result; every value is a preliminary result too. */
async function lastOf(values: AsyncIterable<unknown>, emit: (value: unknown) => void): Promise<unknown> {
  let last: unknown;
  for await (const value of values) {
    emit(value);
    last = value;
  }
  return last;
}
