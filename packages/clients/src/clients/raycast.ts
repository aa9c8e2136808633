import type { Client } from '../client.ts';

/** Raycast has no file for servers. It adds the server of a link that it opens. */
export const raycast: Client = {
  id: 'raycast',
  title: 'Raycast',
  connection: {
    kind: 'paste',
    where: 'a browser: the link opens Raycast',
    text: ({ command, args }) =>
      `raycast://mcp/install?${encodeURIComponent(JSON.stringify({ name: 'foldout', type: 'stdio', command, args }))}`,
  },
};
