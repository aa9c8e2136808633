import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.lmstudio/mcp.json')],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  reload: 'nothing to do: LM Studio reads the file when it changes',
};

export const lmStudio: Client = {
  id: 'lm-studio',
  title: 'LM Studio',
  config: importedFrom(connection),
  connection,
};
