import type { Client } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { renamed } from '../field-rules.ts';
import { importedFrom } from '../imported-from.ts';
import { dotConfig, join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [
    join(machine, machine.env['CRUSH_GLOBAL_CONFIG'] || join(machine, dotConfig(machine), 'crush'), 'crush.json'),
  ],
  project: (machine) => inProject(machine, '.crush.json', 'crush.json'),
  servers: ['mcp'],
  stdio: command({ type: 'stdio' }),
  http: address('url', { type: 'http' }),
  off: { disabled: true },
  programs: ['crush'],
  reload: 'restart Crush',
};

export const crush: Client = {
  id: 'crush',
  title: 'Crush',
  config: importedFrom(connection),
  entry: { fields: { disabled_tools: renamed('exclude') } },
  connection,
};
