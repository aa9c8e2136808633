import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.factory/mcp.json')],
  project: (machine) => inProject(machine, '.factory/mcp.json'),
  servers: ['mcpServers'],
  stdio: command({ type: 'stdio' }),
  http: address('url', { type: 'http' }),
  off: { disabled: true },
  programs: ['droid'],
  reload: 'restart Droid',
};

export const factory: Client = {
  id: 'factory',
  title: 'Factory',
  config: importedFrom(connection),
  connection,
};
