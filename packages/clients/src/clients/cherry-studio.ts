import type { Client } from '../client.ts';

/** Cherry Studio keeps its servers in a database, and adds those of a link that it opens. */
export const cherryStudio: Client = {
  id: 'cherry-studio',
  title: 'Cherry Studio',
  connection: {
    kind: 'paste',
    where: 'a browser: the link opens Cherry Studio',
    text: ({ command, args }) => linkTo({ command, args, isActive: true }),
    http: ({ url, headers }) =>
      linkTo({ type: 'streamableHttp', baseUrl: url, ...(headers && { headers }), isActive: true }),
  },
};

function linkTo(server: object): string {
  const bytes = Buffer.from(JSON.stringify({ mcpServers: { foldout: server } }));
  return `cherrystudio://mcp/install?servers=${encodeURIComponent(bytes.toString('base64'))}`;
}
