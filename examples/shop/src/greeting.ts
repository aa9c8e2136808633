import { type Command, createMcpServer, estimateTokens, type ToolStrategy } from '@foldout/server';

const STRATEGIES: readonly ToolStrategy[] = ['individual', 'grouped', 'lazy'];

/** What a person sees when the shop listens: where it is, how to connect, and what the listing costs. */
export function greeting(url: string, commands: readonly Command[], strategy: ToolStrategy): string {
  const costs = STRATEGIES.map((name) => {
    const tokens = listingTokens(commands, name);
    const bar = '█'.repeat(Math.max(1, Math.round(tokens / 400)));
    return `  ${name.padEnd(11)}${String(tokens).padStart(7)} tokens  ${bar}${name === strategy ? '  ← this server' : ''}`;
  });
  return `
Foldout example: a shop with ${commands.length} commands, served over MCP at

  ${url}

Paste this into your client's MCP configuration:

  { "mcpServers": { "shop": { "type": "http", "url": "${url}" } } }

What a client pays to list it (estimated):

${costs.join('\n')}

Stop it with Ctrl-C.
`;
}

function listingTokens(commands: readonly Command[], toolStrategy: ToolStrategy): number {
  const server = createMcpServer({ name: 'shop', version: '0', commands, toolStrategy });
  return estimateTokens(JSON.stringify(server.listTools()));
}
