import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import { readRunnable } from '../toolbox/runnable-tools.ts';
import { serveTools } from '../toolbox/serve-tools.ts';
import { type OpenAITool, readTool } from './read-tools.ts';

/** An MCP server for function tools; `await server.start()` serves it. */
export function toMcpServer(tools: readonly OpenAITool[], options: McpServerOptions): FoldoutServer {
  return serveTools(readRunnable(tools, readTool), options, ({ name }, input) => ({
    type: 'function_call',
    call_id: crypto.randomUUID(),
    name,
    arguments: JSON.stringify(input),
  }));
}
