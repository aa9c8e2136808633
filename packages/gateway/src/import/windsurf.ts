import { type Client, join, personal } from './client.ts';

export const windsurf: Client = {
  id: 'windsurf',
  title: 'Windsurf',
  files: (machine) => {
    const folder = join(machine, machine.home, '.codeium');
    return personal(join(machine, folder, 'windsurf', 'mcp_config.json'), join(machine, folder, 'mcp_config.json'));
  },
  places: () => [{ path: ['mcpServers'] }],
};
