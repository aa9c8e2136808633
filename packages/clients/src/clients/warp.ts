import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.warp/.mcp.json')],
  project: (machine) => inProject(machine, '.warp/.mcp.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  installed: (machine) => [
    inHome(machine, '.warp'),
    inHome(machine, '.local/share/warp-terminal'),
    inHome(machine, 'Library/Application Support/dev.warp.Warp-Stable'),
    join(machine, machine.env['LOCALAPPDATA'] ?? inHome(machine, 'AppData/Local'), 'warp'),
  ],
  reload: 'restart Warp',
};

export const warp: Client = {
  id: 'warp',
  title: 'Warp',
  config: importedFrom(connection),
  entry: {
    fields: { working_directory: (value) => (typeof value === 'string' ? { cwd: value } : {}) },
    ignored: ['start_on_launch'],
  },
  connection,
};
