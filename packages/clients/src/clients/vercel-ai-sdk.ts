import type { Client } from '../client.ts';

export const vercelAiSdk: Client = {
  id: 'vercel-ai-sdk',
  title: 'Vercel AI SDK',
  facts: {
    names: /^ai-sdk/i,
    ownToolSearch: false,
    honorsListChanged: false,
    // With a provider that has no pictures in tool results; the others get pictures.
    images: 'as-text',
    evidence: '@ai-sdk/mcp 2.0.93 `mcp-client.ts`: no notifications; lists when `tools()` is called',
  },
};
