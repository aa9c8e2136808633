import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import type { ToolsInput } from '@mastra/core/agent';
import { noopObserve, type ToolExecutionContext } from '@mastra/core/tools';
import { approvalNeeded, serveTools } from '../toolbox/serve-tools.ts';
import { type MastraDefinition, readTools } from './read-tools.ts';

/**
 * An MCP server for tools of Mastra; `await server.start()` serves it. A call of a tool that needs approval is refused: an
 * MCP server cannot ask a user for it. Tools of a provider are left out.
 */
export function toMcpServer(tools: ToolsInput, options: McpServerOptions): FoldoutServer {
  return serveTools<ToolExecutionContext, MastraDefinition>(readTools(tools), options, async ({ tool }, input) => {
    const extra = { observe: noopObserve };
    const ask = tool.needsApprovalFn ?? tool.requireApproval;
    if (typeof ask === 'function' ? await ask(input, {}) : ask) throw approvalNeeded();
    return extra;
  });
}
