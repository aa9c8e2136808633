import type { Client } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join, settingsFolder } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [
    join(
      machine,
      settingsFolder(machine),
      'Code',
      'User',
      'globalStorage',
      'rooveterinaryinc.roo-cline',
      'settings',
      'mcp_settings.json',
    ),
  ],
  project: (machine) => inProject(machine, '.roo/mcp.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url', { type: 'streamable-http' }),
  off: { disabled: true },
  installed: (machine) => [
    join(machine, settingsFolder(machine), 'Code', 'User', 'globalStorage', 'rooveterinaryinc.roo-cline'),
  ],
  reload: 'reload the window of VS Code',
};

export const rooCode: Client = {
  id: 'roo-code',
  title: 'Roo Code',
  config: importedFrom(connection),
  connection,
};
