import type { Tool } from '@foldout/core';
import { serverFolderNames, toolFunctionNames } from '../naming.ts';
import type { ModuleTree } from './contract.ts';
import { FOLDOUT_MODULE } from './resolve-module.ts';
import { schemaType } from './schema-type.ts';

interface Server {
  readonly name: string;
  /** Function → tool, in the order of the names. */
  readonly functions: ReadonlyMap<string, Tool>;
}

const FROM_ROOT = `import { callTool } from ${JSON.stringify(`../../${FOLDOUT_MODULE}`)};`;

/**
 * The modules of a set of tools, without a file on disk: `servers/<server>/index` with one async function for each
 * tool, and `servers/<server>/<function>` for one. Written when asked for: most are never imported.
 */
export function modulesOfTools(tools: readonly Tool[]): ModuleTree {
  const folders = serverFolderNames(tools);
  const names = toolFunctionNames(tools);
  const servers = new Map<string, Server>();
  for (const [name, folder] of folders) {
    const ofServer = tools.filter((tool) => tool.server === name);
    const functions = ofServer.map((tool) => [names.get(tool.id) as string, tool] as const);
    servers.set(folder, { name, functions: new Map(functions.sort(([a], [b]) => (a < b ? -1 : 1))) });
  }
  return (path) => {
    const [, folder = '', file = '', extension] = /^servers\/([^/]+)\/([^/]+)\.(js|ts)$/.exec(path) ?? [];
    const server = servers.get(folder);
    if (!server) return undefined;
    const write = extension === 'ts' ? typedFunction : plainFunction;
    if (file === 'index') return moduleOf([...server.functions].map(([name, tool]) => write(name, tool)));
    const tool = server.functions.get(file);
    return tool && moduleOf([write(file, tool)]);
  };
}

function moduleOf(functions: readonly string[]): string {
  return `${FROM_ROOT}\n${functions.join('\n')}\n`;
}

function plainFunction(name: string, { server, name: tool }: Tool): string {
  return `export const ${name} = (input) => callTool(${JSON.stringify(server)}, ${JSON.stringify(tool)}, input);`;
}

/** The same with its types, for the check of a script. */
function typedFunction(name: string, tool: Tool): string {
  const { inputSchema, outputSchema, server, name: toolName } = tool;
  const needsInput = Array.isArray(inputSchema['required']) && inputSchema['required'].length > 0;
  const input = `input${needsInput ? '' : '?'}: ${schemaType(inputSchema)}`;
  const output = outputSchema ? schemaType(outputSchema) : 'any';
  const call = `callTool(${JSON.stringify(server)}, ${JSON.stringify(toolName)}, input)`;
  return `export async function ${name}(${input}): Promise<${output}> { return ${call}; }`;
}
