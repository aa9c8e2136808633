import type { Client } from '../client.ts';

export const vercelAiSdk: Client = {
  id: 'vercel-ai-sdk',
  title: 'Vercel AI SDK',
  facts: {
    names: /^ai-sdk/i,
    ownToolSearch: false,
    honorsListChanged: false,
    // Dropped for a provider whose tool results cannot hold images; other providers get the images.
    images: 'as-text',
    evidence: '@ai-sdk/mcp 2.0.93 `mcp-client.ts`: no notifications; lists when `tools()` is called',
  },
};
