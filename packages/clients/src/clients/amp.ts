import type { Client } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { dotConfig, join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => {
    const named = machine.env['AMP_SETTINGS_FILE'];
    const folder = join(machine, dotConfig(machine), 'amp');
    return named ? [named] : [join(machine, folder, 'settings.json'), join(machine, folder, 'settings.jsonc')];
  },
  project: (machine) => inProject(machine, '.amp/settings.json', '.amp/settings.jsonc'),
  servers: ['amp.mcpServers'],
  stdio: command(),
  http: address('url'),
  programs: ['amp'],
  reload: 'restart Amp',
};

export const amp: Client = {
  id: 'amp',
  title: 'Amp',
  config: importedFrom(connection),
  connection,
};
