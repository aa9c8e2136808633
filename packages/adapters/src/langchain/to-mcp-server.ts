import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import type { ClientTool, ServerTool } from '@langchain/core/tools';
import { serveTools } from '../toolbox/serve-tools.ts';
import { isCallable, type LangChainCall, type LangChainDefinition, readTool } from './read-tools.ts';

/** An MCP server for tools of LangChain; `await server.start()` serves it. Tools of a provider are left out. */
export function toMcpServer(tools: readonly (ClientTool | ServerTool)[], options: McpServerOptions): FoldoutServer {
  const definitions = tools.filter(isCallable).map(readTool);
  return serveTools<LangChainCall, LangChainDefinition>(definitions, options, () => ({ config: {} }));
}
