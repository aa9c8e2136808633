import type Anthropic from '@anthropic-ai/sdk';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';

/** A tool of the Messages API and the function that runs it; the runnable tools of the SDK's helpers fit too. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  run(input: never, context: { readonly toolUse: Anthropic.ToolUseBlock; readonly signal: AbortSignal }): unknown;
  /** Checks an input, and throws if it is invalid. */
  parse?(input: unknown): unknown;
}

export function readTool(tool: AnthropicTool): ToolDefinition<Anthropic.ToolUseBlock> {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.input_schema,
    run: (input, { extra, signal }) =>
      tool.run((tool.parse ? tool.parse(input) : input) as never, { toolUse: extra, signal }),
  };
}
