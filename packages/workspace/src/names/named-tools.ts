import type { Tool } from '@foldout/core';
import { folderName, functionName, typeName, uniqueNames } from './identifiers.ts';

/** A tool with its names in the tree. */
export interface NamedTool {
  readonly tool: Tool;
  /** Name of its file and of the function in it. */
  readonly name: string;
  /** Prefix of its type names. */
  readonly typeName: string;
}

export interface NamedServer {
  readonly server: string;
  readonly folder: string;
  /** Sorted by name. */
  readonly tools: readonly NamedTool[];
}

/** Servers and tools with their names in the tree, sorted by name. Skips disabled tools. */
export function nameTools(tools: Iterable<Tool>): NamedServer[] {
  const byServer = new Map<string, Map<string, Tool>>();
  for (const tool of tools) {
    if (!tool.enabled) continue;
    const own = byServer.get(tool.server) ?? new Map<string, Tool>();
    own.set(tool.name, tool);
    byServer.set(tool.server, own);
  }
  const folders = uniqueNames([...byServer.keys()], folderName);
  return [...byServer]
    .map(([server, own]) => ({ server, folder: folders.get(server) ?? server, tools: namedTools(own) }))
    .sort((a, b) => compare(a.folder, b.folder));
}

function namedTools(tools: ReadonlyMap<string, Tool>): NamedTool[] {
  const names = uniqueNames([...tools.keys()], functionName);
  return [...tools]
    .map(([original, tool]) => {
      const name = names.get(original) ?? original;
      return { tool, name, typeName: typeName(name) };
    })
    .sort((a, b) => compare(a.name, b.name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
