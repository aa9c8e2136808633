import type { Tool } from '@foldout/core';
import { literalText } from '@foldout/core/internal';
import { type NamedServer, type NamedTool, nameTools } from '../names/named-tools.ts';
import { RUNTIME_IMPORT } from '../tree/runtime-file.ts';
import { serverFolderFiles } from '../tree/tree-plan.ts';
import type { ModuleTree } from './contract.ts';

const FROM_ROOT = `import { callTool } from ${literalText(RUNTIME_IMPORT)};`;

/**
 * The modules of a set of tools, in memory. `.ts` modules are the files that `generateTree` writes, for the type check;
 * `.js` modules contain the same functions without types, to run. Generated on demand, because most are never imported.
 */
export function modulesOfTools(tools: Iterable<Tool>): ModuleTree {
  const sources = new Map<string, () => string>();
  for (const server of nameTools(tools)) {
    for (const { path, text } of serverFolderFiles(server)) sources.set(path, text);
    for (const [path, text] of runnable(server)) sources.set(path, text);
  }
  return (path) => sources.get(path)?.();
}

/** `index.js` contains all functions of a server, so that importing one of them loads a single module. */
function runnable({ folder, tools }: NamedServer): [path: string, text: () => string][] {
  return [
    [`servers/${folder}/index.js`, () => moduleOf(tools)],
    ...tools.map((tool): [string, () => string] => [`servers/${folder}/${tool.name}.js`, () => moduleOf([tool])]),
  ];
}

function moduleOf(tools: readonly NamedTool[]): string {
  return `${[FROM_ROOT, ...tools.map(plainFunction)].join('\n')}\n`;
}

function plainFunction({ name, tool }: NamedTool): string {
  return `export const ${name} = (input) => callTool(${literalText(tool.server)}, ${literalText(tool.name)}, input);`;
}
