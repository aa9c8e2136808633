import { type Client, join, projectFiles, userFiles } from '../client.ts';
import { isObject } from '../json.ts';

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
};
