import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [
    inHome(machine, '.gemini/config/mcp_config.json'),
    inHome(machine, '.gemini/antigravity/mcp_config.json'),
  ],
  project: (machine) => inProject(machine, '.agents/mcp_config.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('serverUrl'),
  off: { disabled: true },
  installed: (machine) => [inHome(machine, '.gemini/config'), inHome(machine, '.gemini/antigravity')],
  reload: 'quit Antigravity and start it again',
};

export const antigravity: Client = {
  id: 'antigravity',
  title: 'Antigravity',
  config: importedFrom(connection),
  connection,
};
