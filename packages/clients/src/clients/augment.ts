import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.augment/settings.json')],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  programs: ['auggie'],
  reload: 'restart Auggie',
};

export const augment: Client = {
  id: 'augment',
  title: 'Augment',
  config: importedFrom(connection),
  connection,
};
