import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.aws/amazonq/mcp.json')],
  project: (machine) => inProject(machine, '.amazonq/mcp.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url', { type: 'http' }),
  off: { disabled: true },
  programs: ['q'],
  reload: 'restart q chat',
};

export const amazonQ: Client = {
  id: 'amazon-q',
  title: 'Amazon Q CLI',
  config: importedFrom(connection),
  connection,
};
