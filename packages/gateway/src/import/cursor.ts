import { type Client, join, ofProject, personal } from './client.ts';

export const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  files: (machine) => [
    ...ofProject(machine, '.cursor/mcp.json'),
    ...personal(join(machine, machine.home, '.cursor', 'mcp.json')),
  ],
  places: () => [{ path: ['mcpServers'] }],
};
