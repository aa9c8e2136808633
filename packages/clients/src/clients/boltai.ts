import type { Client } from '../client.ts';
import { command, type FileConnection, inHome } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.boltai/mcp.json')],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  reload: 'restart BoltAI',
};

export const boltAi: Client = {
  id: 'boltai',
  title: 'BoltAI',
  config: importedFrom(connection),
  connection,
};
