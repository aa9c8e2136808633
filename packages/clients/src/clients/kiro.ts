import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.kiro/settings/mcp.json')],
  project: (machine) => inProject(machine, '.kiro/settings/mcp.json'),
  servers: ['mcpServers'],
  stdio: command({ disabled: false }),
  http: address('url', { disabled: false }),
  off: { disabled: true },
  installed: (machine) => [inHome(machine, '.kiro')],
  programs: ['kiro'],
  reload: 'nothing to do: Kiro reads the file when it changes',
};

export const kiro: Client = {
  id: 'kiro',
  title: 'Kiro',
  config: importedFrom(connection),
  connection,
};
