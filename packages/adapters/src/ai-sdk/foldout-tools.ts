import type { JsonObject } from '@foldout/core';
import type { ListedTool } from '@foldout/server';
import { jsonSchema, type Tool, type ToolSet } from 'ai';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { engineTool, runTool } from './engine-tool.ts';
import { type ExecuteOptions, readTools, withoutExecute } from './read-tools.ts';

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
    'afd-call': engineTool(toolbox, call),
  };
}

function finder(toolbox: Toolbox<ExecuteOptions>, { name, description, inputSchema }: ListedTool) {
  return {
    description,
    inputSchema: jsonSchema<JsonObject>(inputSchema),
    execute: (input: JsonObject, options: ExecuteOptions) => runTool(toolbox, name, input, options),
  };
}
