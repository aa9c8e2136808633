import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import type { ToolSet } from 'ai';
import { approvalNeeded, serveTools } from '../toolbox/serve-tools.ts';
import { type AiSdkDefinition, type ExecuteOptions, readTools } from './read-tools.ts';

/**
 * An MCP server for a tool set of the AI SDK; `await server.start()` serves it. A call of a tool that needs approval is
 * refused: an MCP server cannot ask a user for approval.
 */
export async function toMcpServer(tools: ToolSet, options: McpServerOptions): Promise<FoldoutServer> {
  const definitions = await readTools(tools);
  return serveTools<ExecuteOptions, AiSdkDefinition>(definitions, options, async ({ tool }, input) => {
    const extra = { toolCallId: crypto.randomUUID(), messages: [] };
    const { needsApproval } = tool;
    const asks = typeof needsApproval === 'function' ? await needsApproval(input, extra) : needsApproval;
    if (asks) throw approvalNeeded();
    return extra;
  });
}
