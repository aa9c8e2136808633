import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome } from '../connection.ts';
import { renamed } from '../field-rules.ts';
import { join, userFiles } from '../machine.ts';

const FILE = 'mcp_config.json';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, `.codeium/windsurf/${FILE}`), inHome(machine, `.codeium/${FILE}`)],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  http: address('serverUrl'),
  off: { disabled: true },
  programs: ['windsurf'],
  reload: 'press the refresh button in the MCP settings of Windsurf',
};

export const windsurf: Client = {
  id: 'windsurf',
  title: 'Windsurf',
  reportedName: 'windsurf',
  config: {
    files: (machine) => {
      const folder = join(machine, machine.home, '.codeium');
      return userFiles(join(machine, folder, 'windsurf', FILE), join(machine, folder, FILE));
    },
    places: () => [{ path: ['mcpServers'] }],
    ownsPath: (path) => path.endsWith(`/${FILE}`),
  },
  entry: {
    fields: { serverUrl: renamed('url'), disabledTools: renamed('exclude') },
  },
  connection,
};
