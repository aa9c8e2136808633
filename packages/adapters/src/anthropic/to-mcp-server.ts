import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import { readRunnable } from '../toolbox/runnable-tools.ts';
import { serveTools } from '../toolbox/serve-tools.ts';
import { type AnthropicTool, readTool } from './read-tools.ts';

/** An MCP server for tools of the Messages API; `await server.start()` serves it. */
export function toMcpServer(tools: readonly AnthropicTool[], options: McpServerOptions): FoldoutServer {
  return serveTools(readRunnable(tools, readTool), options, ({ name }, input) => ({
    type: 'tool_use',
    id: crypto.randomUUID(),
    name,
    input,
    caller: { type: 'direct' },
  }));
}
