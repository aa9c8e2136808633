import { type Client, join, settingsFolder, userFiles } from '../client.ts';

const FILE = 'claude_desktop_config.json';

/** Has no `facts`: Claude Desktop reports the same `clientInfo.name` as claude.ai, so the two cannot be told apart. */
export const claudeDesktop: Client = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  reportedName: 'claude-ai',
  config: {
    files: (machine) => userFiles(join(machine, settingsFolder(machine), 'Claude', FILE)),
    places: () => [{ path: ['mcpServers'] }],
    ownsPath: (path) => path.endsWith(`/${FILE}`),
  },
};
