import { checkOptions } from './check-options.ts';
import { FoldoutServer } from './foldout-server.ts';
import type { McpServerOptions } from './options.ts';

/** An MCP server for a set of commands. Nothing runs until `await server.start()`. */
export function createMcpServer(options: McpServerOptions): FoldoutServer {
  checkOptions(options);
  return new FoldoutServer(options);
}
