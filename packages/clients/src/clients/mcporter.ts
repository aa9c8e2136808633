import type { Client } from '../client.ts';

export const mcporter: Client = {
  id: 'mcporter',
  title: 'mcporter',
  reportedName: 'mcporter',
  facts: {
    names: /^mcporter/i,
    evidence: 'run by the lab of clients with 0.12.3: `mcporter call` prints text and leaves pictures out',
    ownToolSearch: false,
    honorsListChanged: false,
    images: 'dropped',
  },
};
