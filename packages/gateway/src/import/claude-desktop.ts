import { type Client, join, personal, settingsFolder } from './client.ts';

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  files: (machine) => personal(join(machine, settingsFolder(machine), 'Claude', 'claude_desktop_config.json')),
  places: () => [{ path: ['mcpServers'] }],
};
