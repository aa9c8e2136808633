import { isDirectToolOutput, type ToolMessage } from '@langchain/core/messages';
import type { ClientTool, ServerTool, ToolRunnableConfig } from '@langchain/core/tools';
import { toJsonSchema } from '@langchain/core/utils/json_schema';
import { interopSafeParseAsync, isInteropZodSchema } from '@langchain/core/utils/types';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';

/** One call: the configuration of the run, and what the tool answered, in LangChain's own form. */
export interface LangChainCall {
  readonly config: ToolRunnableConfig;
  output?: unknown;
}

export interface LangChainDefinition extends ToolDefinition<LangChainCall> {
  readonly tool: ClientTool;
}

/**
 * Whether a tool can run behind `afd-call`. Tools of a provider do not run here, and an agent checks `returnDirect` only of
 * the tools that it lists.
 */
export function isCallable(tool: ClientTool | ServerTool): tool is ClientTool {
  if (!('invoke' in tool) || typeof tool['invoke'] !== 'function') return false;
  return !('returnDirect' in tool && tool['returnDirect'] === true);
}

export function readTool(tool: ClientTool): LangChainDefinition {
  const { schema } = tool;
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]) as ToolDefinition['inputSchema'],
    tool,
    ...(isInteropZodSchema(schema) && {
      validate: async (input) => {
        const parsed = await interopSafeParseAsync(schema, input);
        // The input as it came: the tool parses it again, and a transform must not run twice.
        return parsed.success ? { valid: true, value: input } : { valid: false, issues: parsed.error.issues };
      },
    }),
    run: async (input, { extra, signal }) => {
      const { toolCall } = extra.config;
      const args = input as Record<string, unknown>;
      const own = toolCall?.id ? ({ type: 'tool_call', id: toolCall.id, name: tool.name, args } as const) : args;
      extra.output = await tool.invoke(own as never, { ...extra.config, signal });
      return textOf(extra.output);
    },
  };
}

/** What counts against the bound of a result: images and artifacts do not. */
function textOf(output: unknown): unknown {
  if (!isToolMessage(output)) return isDirectToolOutput(output) ? 'done' : output;
  const { content } = output;
  if (typeof content === 'string') return content;
  return content.map((block) => ('text' in block ? String(block['text']) : '')).join('\n');
}

export function isToolMessage(output: unknown): output is ToolMessage {
  return isDirectToolOutput(output) && 'tool_call_id' in output && 'content' in output;
}
