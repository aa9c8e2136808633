import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.tabnine/mcp_servers.json')],
  project: (machine) => inProject(machine, '.tabnine/mcp_servers.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  reload: 'restart the editor',
};

export const tabnine: Client = {
  id: 'tabnine',
  title: 'Tabnine',
  config: importedFrom(connection),
  connection,
};
