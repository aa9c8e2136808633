import type { Client } from '../client.ts';
import { command, type FileConnection } from '../connection.ts';
import { join, settingsFolder, userFiles } from '../machine.ts';

const FILE = 'claude_desktop_config.json';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, settingsFolder(machine), 'Claude', FILE)],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  reload: 'quit Claude Desktop and start it again',
};

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
  connection,
};
