import { readFileSync } from 'node:fs';

/** A stdio server, as in the configuration of MCP clients. */
export interface ServerEntry {
  readonly command: string;
  readonly args: string[];
}

/** The servers of a configuration file. */
export function serversIn(file: string | undefined): Record<string, ServerEntry> {
  if (!file) throw new Error('Pass the path of a configuration file with "mcpServers".');
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: Record<string, ServerEntry> };
  return Object.fromEntries(Object.entries(mcpServers).map(([name, { command, args }]) => [name, { command, args }]));
}
