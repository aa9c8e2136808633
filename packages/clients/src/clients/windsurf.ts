import { type Client, join, userFiles } from '../client.ts';
import { renamed } from '../field-rules.ts';

const FILE = 'mcp_config.json';

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
};
