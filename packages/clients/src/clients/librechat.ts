import type { Client } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';

/** LibreChat has one file, in the folder where it is installed: run the command in that folder. */
const connection: FileConnection = {
  kind: 'file',
  syntax: 'yaml',
  user: () => [],
  project: (machine) => inProject(machine, 'librechat.yaml'),
  servers: ['mcpServers'],
  stdio: command({ type: 'stdio' }),
  http: address('url', { type: 'streamable-http' }),
  reload: 'restart the LibreChat server',
};

export const libreChat: Client = {
  id: 'librechat',
  title: 'LibreChat',
  config: importedFrom(connection),
  connection,
};
