import type { Client, ServersPlace } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type ClientFile, join, type Machine, projectFiles, settingsFolder, userFiles } from '../machine.ts';

/** The form of an entry is the same in all editions of VS Code. */
function connectionOf(edition: string, program: string): FileConnection {
  return {
    kind: 'file',
    syntax: 'json',
    user: (machine) => [join(machine, settingsFolder(machine), edition, 'User', 'mcp.json')],
    project: (machine) => inProject(machine, '.vscode/mcp.json'),
    servers: ['servers'],
    stdio: command({ type: 'stdio' }),
    http: address('url', { type: 'http' }),
    installed: (machine) => [join(machine, settingsFolder(machine), edition)],
    programs: [program],
    reload: 'run "MCP: List Servers" in VS Code and start foldout',
  };
}

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
    files: (machine) => [
      ...projectFiles(machine, '.vscode/mcp.json', '.vscode/settings.json'),
      ...editionFiles(machine, 'Code'),
    ],
    places,
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
  connection: connectionOf('Code', 'code'),
};

/** Whether `mcp.servers` holds servers (VS Code), and is not itself a server named `servers` (OpenCode). */
export function hasNestedServers({ mcp }: JsonObject): boolean {
  const servers = isObject(mcp) ? mcp['servers'] : undefined;
  return isObject(servers) && !('type' in servers) && !('command' in servers);
}

export const vscodeInsiders: Client = editionOf(
  'vscode-insiders',
  'VS Code Insiders',
  'Code - Insiders',
  'code-insiders',
);
export const vsCodium: Client = editionOf('vscodium', 'VSCodium', 'VSCodium', 'codium');

function editionOf(id: string, title: string, folder: string, program: string): Client {
  return {
    id,
    title,
    reportedName: title,
    config: { files: (machine) => editionFiles(machine, folder), places },
    connection: connectionOf(folder, program),
  };
}

function editionFiles(machine: Machine, edition: string): ClientFile[] {
  const folder = join(machine, settingsFolder(machine), edition, 'User');
  return userFiles(join(machine, folder, 'mcp.json'), join(machine, folder, 'settings.json'));
}

/** `servers` in `mcp.json`; in `settings.json` the key `mcp.servers`, or `servers` nested in `mcp`. */
function places(root: JsonObject): readonly ServersPlace[] {
  if (isObject(root['servers'])) return [{ path: ['servers'] }];
  return isObject(root['mcp.servers']) ? [{ path: ['mcp.servers'] }] : [{ path: ['mcp', 'servers'] }];
}
