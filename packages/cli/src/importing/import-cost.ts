import { estimateTokens } from '@foldout/core';
import type { Gateway, ImportedFile } from '@foldout/gateway';
import { definitionTokens } from '../catalog/tool-cost.ts';

/** What a client loads before it does anything: today, and with Foldout in place of its servers. */
export interface ClientCost {
  readonly client: string;
  readonly title: string;
  readonly servers: number;
  readonly tools: number;
  readonly tokensToday: number;
  readonly toolsThen: number;
  readonly tokensThen: number;
}

/** How clients name themselves to a server, which decides what it lists for them. */
const CLIENT_NAMES: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  'claude-desktop': 'claude-ai',
  cursor: 'cursor-vscode',
  windsurf: 'windsurf',
  vscode: 'Visual Studio Code',
  codex: 'codex-mcp-client',
  opencode: 'opencode',
};

export function costsOf(found: readonly ImportedFile[], gateway: Gateway): ClientCost[] {
  const byClient = new Map<string, { readonly title: string; readonly servers: Set<string> }>();
  for (const { client, title, servers } of found) {
    const known = byClient.get(client) ?? { title, servers: new Set() };
    for (const { importedAs, config } of servers) if (!config.disabled) known.servers.add(importedAs);
    byClient.set(client, known);
  }
  return [...byClient].map(([client, { title, servers }]) => {
    const definitions = [...servers].flatMap((name) => gateway.upstream(name)?.manifest?.tools ?? []);
    const listed = gateway.server.listTools({ client: { name: CLIENT_NAMES[client] ?? client } });
    return {
      client,
      title,
      servers: servers.size,
      tools: definitions.length,
      tokensToday: definitions.length === 0 ? 0 : definitionTokens(definitions),
      toolsThen: listed.length,
      tokensThen: estimateTokens(JSON.stringify(listed)),
    };
  });
}
