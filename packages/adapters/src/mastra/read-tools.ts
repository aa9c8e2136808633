import type { JsonObject, Validated } from '@foldout/core';
import type { ToolsInput } from '@mastra/core/agent';
import { standardSchemaToJSONSchema } from '@mastra/core/schema';
import { Tool, type ToolExecutionContext } from '@mastra/core/tools';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';

/** A tool of `createTool`. */
export type MastraTool = Tool<unknown, unknown, unknown, unknown, ToolExecutionContext<unknown, unknown>>;

export interface MastraDefinition extends ToolDefinition<ToolExecutionContext> {
  readonly tool: MastraTool;
}

/**
 * Whether a tool can run behind `afd-call`. Tools of a provider and of the AI SDK stay with the agent, and so do tools with
 * `toModelOutput`: Mastra calls it with the output alone, which does not say whose output it is.
 */
export function isCallable(tool: ToolsInput[string]): tool is MastraTool {
  return tool instanceof Tool && tool.execute !== undefined && tool.toModelOutput === undefined;
}

export function readTools(tools: ToolsInput): readonly MastraDefinition[] {
  return Object.entries(tools).flatMap(([name, tool]) => (isCallable(tool) ? [readTool(name, tool)] : []));
}

function readTool(name: string, tool: MastraTool): MastraDefinition {
  const { description, inputSchema } = tool;
  return {
    name,
    description,
    inputSchema: inputSchema ? ({ ...standardSchemaToJSONSchema(inputSchema) } as JsonObject) : { type: 'object' },
    annotations: tool.mcp?.annotations,
    tool,
    ...(inputSchema && {
      validate: async (input) => {
        const checked = await inputSchema['~standard'].validate(input);
        // The input as it came: the tool parses it again, and a transform must not run twice.
        return checked.issues ? { valid: false, issues: issuesOf(checked.issues) } : { valid: true, value: input };
      },
    }),
    run: async (input, { extra, signal }) => await tool.execute?.(input, { ...extra, abortSignal: signal }),
  };
}

type Issues = NonNullable<
  Awaited<ReturnType<NonNullable<MastraTool['inputSchema']>['~standard']['validate']>>['issues']
>;

function issuesOf(issues: Issues): Extract<Validated, { valid: false }>['issues'] {
  return issues.map(({ message, path = [] }) => ({
    message,
    path: path.map((part) => (typeof part === 'object' ? part.key : part)),
  }));
}
