import type { Tool } from '@foldout/core';
import { folderName, functionName, typeName, uniqueNames } from './identifiers.ts';

/** A tool of a tree. */
export interface TreeTool extends Tool {
  /** Number of results that `outputSchema` was learned from. Absent: the server declares it. */
  readonly inferredFrom?: number;
}

/** A tool with its names in the tree. */
export interface NamedTool {
  readonly tool: TreeTool;
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
  /** What the server says about its tools as a whole. */
  readonly instructions?: string;
}

/** Servers and tools with their names in the tree, sorted by name. Skips disabled tools. `instructions`: server → its text. */
export function nameTools(
  tools: Iterable<TreeTool>,
  instructions: ReadonlyMap<string, string> = new Map(),
): NamedServer[] {
  const byServer = new Map<string, Map<string, TreeTool>>();
  for (const tool of tools) {
    if (!tool.enabled) continue;
    const own = byServer.get(tool.server) ?? new Map<string, TreeTool>();
    own.set(tool.name, tool);
    byServer.set(tool.server, own);
  }
  const folders = uniqueNames([...byServer.keys()], folderName);
  return [...byServer]
    .map(([server, own]) => {
      const text = instructions.get(server);
      const named = { server, folder: folders.get(server) ?? server, tools: namedTools(own) };
      return { ...named, ...(text !== undefined && { instructions: text }) };
    })
    .sort((a, b) => compare(a.folder, b.folder));
}

function namedTools(tools: ReadonlyMap<string, TreeTool>): NamedTool[] {
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
