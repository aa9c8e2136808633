import type { Client } from '../client.ts';
import { mcpServersText } from '../paste-text.ts';

export const openWebUi: Client = {
  id: 'open-webui',
  title: 'Open WebUI',
  connection: {
    kind: 'paste',
    where: 'the file that you pass to mcpo with --config',
    text: mcpServersText,
    http: ({ url, headers }) =>
      JSON.stringify(
        { mcpServers: { foldout: { type: 'streamable-http', url, ...(headers && { headers }) } } },
        null,
        2,
      ),
  },
};
