import type { Client } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { isObject } from '../json.ts';
import { join, projectFiles, userFiles } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [inHome(machine, '.cursor/mcp.json')],
  project: (machine) => inProject(machine, '.cursor/mcp.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  programs: ['cursor'],
  reload: 'restart Cursor',
};

export const cursor: Client = {
  id: 'cursor',
  title: 'Cursor',
  reportedName: 'cursor-vscode',
  facts: {
    names: /^cursor/i,
    ownToolSearch: false,
    honorsListChanged: false,
    maxTools: 40,
    maxNameLength: 60,
    evidence:
      'forum.cursor.com 161459; Composio #2788: server and tool name together; tools with longer names are dropped without an error',
  },
  config: {
    files: (machine) => [
      ...projectFiles(machine, '.cursor/mcp.json'),
      ...userFiles(join(machine, machine.home, '.cursor', 'mcp.json')),
    ],
    places: () => [{ path: ['mcpServers'] }],
    ownsPath: (path) => path.includes('/.cursor/'),
  },
  entry: {
    fields: {
      auth: (value) => {
        if (!isObject(value)) return undefined;
        const { CLIENT_ID, CLIENT_SECRET, scopes } = value;
        return {
          oauth: {
            ...(CLIENT_ID === undefined ? {} : { clientId: CLIENT_ID }),
            ...(CLIENT_SECRET === undefined ? {} : { clientSecret: CLIENT_SECRET }),
            ...(scopes === undefined ? {} : { scopes }),
          },
        };
      },
    },
  },
  connection,
};
