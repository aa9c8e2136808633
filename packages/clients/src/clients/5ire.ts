import type { Client } from '../client.ts';
import { address, command, type FileConnection } from '../connection.ts';
import { enabled } from '../field-rules.ts';
import { importedFrom } from '../imported-from.ts';
import { join, settingsFolder } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, settingsFolder(machine), '5ire', 'mcp.json')],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command({ name: 'foldout', isActive: true }),
  http: address('url', { name: 'foldout', isActive: true }),
  off: { isActive: false },
  reload: 'restart 5ire',
};

export const fiveIre: Client = {
  id: '5ire',
  title: '5ire',
  config: importedFrom(connection),
  entry: { fields: { isActive: enabled } },
  connection,
};
