import type { Client } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join, settingsFolder } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, settingsFolder(machine), 'Trae', 'User', 'mcp.json')],
  project: (machine) => inProject(machine, '.trae/mcp.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  reload: 'restart Trae',
};

export const trae: Client = {
  id: 'trae',
  title: 'Trae',
  config: importedFrom(connection),
  connection,
};
