import { estimateTokens } from '@foldout/core';
import { createMcpServer } from '../create-mcp-server.ts';
import type { McpServerOptions } from '../options.ts';
import { TOOL_STRATEGIES, type ToolStrategy } from '../surfaces/strategies.ts';

/**
 * What each strategy lists for a server, with the tokens of every tool: a text to keep as a snapshot, so that a change
 * that makes the list more expensive shows in its diff.
 */
export function listingSnapshot(
  options: McpServerOptions,
  strategies: readonly ToolStrategy[] = TOOL_STRATEGIES,
): string {
  const parts = strategies.map((toolStrategy) => {
    const server = createMcpServer({ ...options, toolStrategy, log: () => {} });
    const lines = server.listTools().map((tool) => ({ name: tool.name, tokens: estimateTokens(JSON.stringify(tool)) }));
    const total = lines.reduce((sum, { tokens }) => sum + tokens, 0);
    return [
      `${toolStrategy}: ${lines.length} tools, ${total} tokens`,
      ...lines.map(({ name, tokens }) => `  ${name} ${tokens}`),
    ].join('\n');
  });
  return `${parts.join('\n')}\n`;
}
