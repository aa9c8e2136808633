import type { Client } from '../client.ts';
import { type FileConnection, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { dotConfig, join } from '../machine.ts';
import { localServer, remoteServer } from './opencode.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => ['kilo.jsonc', 'kilo.json'].map((file) => join(machine, dotConfig(machine), 'kilo', file)),
  project: (machine) => inProject(machine, 'kilo.jsonc', '.kilo/kilo.jsonc'),
  servers: ['mcp'],
  stdio: localServer,
  http: remoteServer,
  off: { enabled: false },
  reload: 'restart Kilo Code',
};

export const kiloCode: Client = {
  id: 'kilo-code',
  title: 'Kilo Code',
  config: importedFrom(connection),
  connection,
};
