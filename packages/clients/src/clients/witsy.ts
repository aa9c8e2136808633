import type { Client } from '../client.ts';
import { command, type FileConnection } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join, settingsFolder } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, settingsFolder(machine), 'Witsy', 'settings.json')],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  reload: 'restart Witsy',
};

export const witsy: Client = {
  id: 'witsy',
  title: 'Witsy',
  config: importedFrom(connection),
  connection,
};
