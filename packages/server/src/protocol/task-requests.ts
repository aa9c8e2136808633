import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ServingUnit } from './protocol-additions.ts';

/** The extension with tasks of the 2026-07-28 protocol. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The requests about a task: of both eras, of 2025-11-25 alone, and of the extension alone. */
const METHODS = {
  legacy: ['tasks/get', 'tasks/result', 'tasks/cancel'],
  modern: ['tasks/get', 'tasks/update', 'tasks/cancel'],
} as const;

export type TaskMethod = (typeof METHODS)['legacy' | 'modern'][number];

/** Answers a request about a task. */
export type TaskAnswers = (
  request: { readonly method: TaskMethod; readonly params: JsonObject & { readonly taskId: string } },
  context: ServerContext,
  unit: ServingUnit,
) => Promise<JsonObject>;

/** Cuts the result of a task as the client needs it. */
type Render = (context: ServerContext, result: CallToolResult) => CallToolResult;

const SCHEMAS = { params: z.looseObject({ taskId: z.string() }), result: z.looseObject({}) };

/** Registers the handlers of `tasks/*`. */
export function serveTasks(server: Server, unit: ServingUnit, answer: TaskAnswers, render: Render): void {
  for (const method of METHODS[unit.era]) {
    server.setRequestHandler(method, SCHEMAS, async (params, context) => {
      if (unit.era === 'modern' && !wishedTask(context))
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
        });
      // The SDK takes the answers of a client out of every request.
      const { inputResponses } = context.mcpReq;
      const whole = inputResponses === undefined ? params : { ...params, inputResponses };
      const result = await answer({ method, params: whole }, context, unit);
      if (method === 'tasks/result') return render(context, result as unknown as CallToolResult) as never;
      const inner = result['result'];
      // A modern client gets the result of a task with its state.
      return isToolResult(inner) ? { ...result, result: render(context, inner) } : result;
    });
  }
}

/** What a modern client that declares the extension wishes: a task if the tool's server starts one. */
export function wishedTask({ mcpReq }: ServerContext): JsonObject | undefined {
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  return envelope && hasTasks(envelope[CLIENT_CAPABILITIES_META_KEY]) ? {} : undefined;
}

/** Whether capabilities, of a client or a server, include the extension. */
export function hasTasks(capabilities: unknown): boolean {
  return own(own(capabilities, 'extensions'), TASKS_EXTENSION) !== undefined;
}

/** Whether the result of a call is a task, in the form of one of the eras. */
export function isTaskResult(result: object): boolean {
  const { task, resultType } = result as { task?: unknown; resultType?: unknown };
  return resultType === 'task' || (isObject(task) && !('content' in result));
}

function isToolResult(value: unknown): value is CallToolResult {
  return isObject(value) && Array.isArray(value['content']);
}
