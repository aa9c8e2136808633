import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => (machine.platform === 'win32' ? [inHome(machine, '.mcp.json')] : []),
  project: (machine) => inProject(machine, '.vs/mcp.json'),
  servers: ['servers'],
  stdio: command({ type: 'stdio' }),
  http: address('url', { type: 'http' }),
  installed: (machine) =>
    machine.platform === 'win32'
      ? [join(machine, machine.env['LOCALAPPDATA'] ?? inHome(machine, 'AppData/Local'), 'Microsoft', 'VisualStudio')]
      : [],
  reload: 'nothing to do: Visual Studio reads the file when it changes',
};

export const visualStudio: Client = {
  id: 'visual-studio',
  title: 'Visual Studio',
  config: importedFrom(connection),
  connection,
};
