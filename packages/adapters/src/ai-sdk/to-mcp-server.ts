import { createMcpServer, type FoldoutServer, type McpServerOptions } from '@foldout/server';
import type { ToolSet } from 'ai';
import type { ToolDefinition } from '../toolbox/tool-definition.ts';
import { ToolsetSource } from '../toolbox/toolset-source.ts';
import { type AiSdkDefinition, type ExecuteOptions, readTools } from './read-tools.ts';

/** The server part of the tools' addresses. */
const SERVER = 'tools';

/**
 * An MCP server for a tool set of the AI SDK; `await server.start()` serves it. A call of a tool that needs approval is
 * refused: an MCP server cannot ask a user for approval.
 */
export async function toMcpServer(tools: ToolSet, options: McpServerOptions): Promise<FoldoutServer> {
  const source = new ToolsetSource<ExecuteOptions>(SERVER, (await readTools(tools)).map(served));
  return createMcpServer({ commands: [], ...options, sources: [source, ...(options.sources ?? [])] });
}

/** Over MCP there is no conversation: a tool gets an id of its own and no messages. */
function served(definition: AiSdkDefinition): ToolDefinition<ExecuteOptions> {
  return {
    ...definition,
    run: async (input, call) => {
      const extra = { toolCallId: crypto.randomUUID(), messages: [] };
      const { needsApproval } = definition.tool;
      const asks = typeof needsApproval === 'function' ? await needsApproval(input, extra) : needsApproval;
      if (asks) throw new Error('this call needs an approval, which cannot be given over MCP');
      return await definition.run(input, { ...call, extra });
    },
  };
}
