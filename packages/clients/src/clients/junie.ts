import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.junie/mcp/mcp.json')],
  project: (machine) => inProject(machine, '.junie/mcp/mcp.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  installed: (machine) => [inHome(machine, '.junie')],
  programs: ['junie'],
  reload: 'nothing to do: Junie reads the file when it changes',
};

export const junie: Client = {
  id: 'junie',
  title: 'Junie',
  config: importedFrom(connection),
  connection,
};
