import type { Client } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { dotConfig, join, settingsFolder } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [
    join(
      machine,
      machine.platform === 'win32' ? settingsFolder(machine) : dotConfig(machine),
      machine.platform === 'win32' ? 'Zed' : 'zed',
      'settings.json',
    ),
  ],
  project: (machine) => inProject(machine, '.zed/settings.json'),
  servers: ['context_servers'],
  stdio: command({ source: 'custom', enabled: true }),
  http: address('url', { enabled: true }),
  off: { enabled: false },
  programs: ['zed'],
  reload: 'nothing to do: Zed reads the file when it changes',
};

export const zed: Client = {
  id: 'zed',
  title: 'Zed',
  config: { ...importedFrom(connection), isServer: ({ source }) => source !== 'extension' },
  entry: { ignored: ['source', 'remote'] },
  connection,
};
