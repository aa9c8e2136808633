import type { OpenAI } from 'openai';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';

type FunctionCall = OpenAI.Responses.ResponseFunctionToolCall;
type ChatCall = OpenAI.Chat.ChatCompletionMessageFunctionToolCall;
/** The call of a model, from the Responses API or from Chat Completions. */
export type ModelCall = FunctionCall | ChatCall;

/** A function tool of the Responses API and the function that runs it. */
export interface OpenAITool {
  readonly type?: 'function';
  readonly name: string;
  readonly description?: string | null;
  readonly parameters: Readonly<Record<string, unknown>> | null;
  run(input: never, context: { readonly call: ModelCall; readonly signal: AbortSignal }): unknown;
}

export function readTool(tool: OpenAITool): ToolDefinition<ModelCall> {
  return {
    name: tool.name,
    description: tool.description ?? undefined,
    inputSchema: tool.parameters ?? { type: 'object' },
    run: (input, { extra, signal }) => tool.run(input as never, { call: extra, signal }),
  };
}
