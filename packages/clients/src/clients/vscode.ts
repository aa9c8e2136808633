import { type Client, join, projectFiles, settingsFolder, userFiles } from '../client.ts';
import { isObject, type JsonObject } from '../json.ts';

const EDITIONS = ['Code', 'Code - Insiders', 'VSCodium'];

export const vscode: Client = {
  id: 'vscode',
  title: 'VS Code',
  reportedName: 'Visual Studio Code',
  facts: {
    names: /^visual studio code|^vscode/i,
    ownToolSearch: false,
    honorsListChanged: true,
    maxTools: 128,
    evidence: 'microsoft/vscode `mcpServerRequestHandler.ts`; vscode-copilot-chat `HARD_TOOL_LIMIT`',
  },
  config: {
    files: (machine) => {
      const folders = EDITIONS.map((edition) => join(machine, settingsFolder(machine), edition, 'User'));
      return [
        ...projectFiles(machine, '.vscode/mcp.json', '.vscode/settings.json'),
        ...folders.flatMap((folder) =>
          userFiles(join(machine, folder, 'mcp.json'), join(machine, folder, 'settings.json')),
        ),
      ];
    },
    /** `servers` in `mcp.json`; in `settings.json` the key `mcp.servers`, or `servers` nested in `mcp`. */
    places: (root) => {
      if (isObject(root['servers'])) return [{ path: ['servers'] }];
      return isObject(root['mcp.servers']) ? [{ path: ['mcp.servers'] }] : [{ path: ['mcp', 'servers'] }];
    },
    ownsContent: (root) => {
      if ('mcpServers' in root) return false;
      return isObject(root['mcp.servers']) || isObject(root['servers']) || hasNestedServers(root);
    },
  },
  entry: {
    ignored: ['dev', 'gallery', 'sandbox', 'sandboxEnabled'],
    unsupported: {
      envFile: { message: 'Foldout does not read env files', fix: 'write the variables into "env"' },
    },
  },
};

/** Whether `mcp.servers` holds servers (VS Code), and is not itself a server named `servers` (OpenCode). */
export function hasNestedServers({ mcp }: JsonObject): boolean {
  const servers = isObject(mcp) ? mcp['servers'] : undefined;
  return isObject(servers) && !('type' in servers) && !('command' in servers);
}
