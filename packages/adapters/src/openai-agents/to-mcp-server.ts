import type { FoldoutServer, McpServerOptions } from '@foldout/server';
import { RunContext, type Tool } from '@openai/agents';
import { approvalNeeded, serveTools } from '../toolbox/serve-tools.ts';
import { type AgentCall, type AgentDefinition, isCallable, readTool } from './read-tools.ts';

/**
 * An MCP server for the tools of an agent; `await server.start()` serves it. Every call gets an empty run context. A call
 * that needs approval is refused: an MCP server cannot ask a user for it. Hosted tools are left out.
 */
export function toMcpServer<Context = unknown>(
  tools: readonly Tool<Context>[],
  options: McpServerOptions,
): FoldoutServer {
  const definitions = tools.filter(isCallable).map(readTool);
  return serveTools<AgentCall<Context>, AgentDefinition<Context>>(definitions, options, async ({ tool }, input) => {
    const runContext = new RunContext<Context>();
    if (await tool.needsApproval(runContext, input as never)) throw approvalNeeded();
    return { runContext, details: undefined, isEnabled: async () => true };
  });
}
