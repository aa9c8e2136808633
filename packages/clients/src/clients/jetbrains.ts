import type { Client } from '../client.ts';
import { mcpServersText } from '../paste-text.ts';

export const jetBrains: Client = {
  id: 'jetbrains',
  title: 'JetBrains AI Assistant',
  connection: {
    kind: 'paste',
    where: 'Settings > Tools > AI Assistant > Model Context Protocol (MCP) > Add > As JSON',
    text: mcpServersText,
    http: ({ url, headers }) =>
      JSON.stringify({ mcpServers: { foldout: { url, ...(headers && { headers }) } } }, null, 2),
  },
};
