import type { Client } from '../client.ts';

export const claudeAi: Client = {
  id: 'claude-ai',
  title: 'claude.ai',
  reportedName: 'claude-ai',
  facts: {
    names: /^(claude-ai|anthropic\/claudeai)/i,
    ownToolSearch: false,
    honorsListChanged: false,
    evidence: 'shopware/shopware #20504: one `tools/list` per connection',
  },
};
