import { DefinitionError } from '@foldout/core';
import { FoldoutServer } from './foldout-server.ts';
import type { McpServerOptions } from './options.ts';
import { SURFACES, TOOL_STRATEGIES } from './surfaces/strategies.ts';

/** An MCP server for a set of commands. Nothing runs until `await server.start()`. */
export function createMcpServer(options: McpServerOptions): FoldoutServer {
  if (!options.name || !options.version) {
    throw new DefinitionError('createMcpServer needs a name and a version.');
  }
  const { toolStrategy } = options;
  if (toolStrategy !== undefined && !Object.hasOwn(SURFACES, toolStrategy)) {
    throw new DefinitionError(`There is no toolStrategy '${toolStrategy}'. Use one of: ${TOOL_STRATEGIES.join(', ')}.`);
  }
  return new FoldoutServer(options);
}
