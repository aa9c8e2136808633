import type { Client } from '../client.ts';

export const foldout: Client = {
  id: 'foldout',
  title: 'Foldout',
  reportedName: 'foldout',
  facts: {
    names: /^foldout$/i,
    // A gateway in front of this one, or an agent with `@foldout/adapters`: its own catalog holds the tools, no prompt does.
    ownToolSearch: true,
    defersFor: 'every-model',
    deferredToolBytes: 0,
    honorsListChanged: true,
    readsAllPages: true,
    evidence: '`fromMcpServer`, `fromMcpUrl` and the upstreams of the gateway, in this repository',
  },
};
