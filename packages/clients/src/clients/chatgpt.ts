import type { Client } from '../client.ts';

export const chatGpt: Client = {
  id: 'chatgpt',
  title: 'ChatGPT',
  reportedName: 'openai-mcp',
  facts: {
    names: /^openai-mcp/i,
    ownToolSearch: false,
    honorsListChanged: false,
    maxTools: 128,
    maxNameLength: 64,
    evidence: 'openai-apps-sdk-examples #43; "array_above_max_length" in zed #32946; names: codex #8174',
  },
};
