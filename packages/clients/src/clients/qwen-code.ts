import type { Client, MeasuredFacts } from '../client.ts';

export const qwenCode: Client = {
  id: 'qwen-code',
  title: 'Qwen Code',
  facts: {
    names: /^qwen-cli-mcp-client/i,
    measured: { version: '0.24.4', date: '2026-11-18' },
    evidence: 'measured headless; reports its version as 0.0.1 and adds the name of the server to its own',
    ownToolSearch: true,
    defersFor: 'every-model',
    // The name and 160 characters of the description.
    deferredToolBytes: 165,
    honorsListChanged: false,
    readsAllPages: true,
    modelName: 'mcp__{server}__{tool}',
    maxNameLength: 63,
    instructionChars: 60_000,
    shows: 'both',
    resultChars: 26_000,
    // A placeholder, with a model that Qwen Code does not know.
    images: 'dropped',
    resourceLinks: 'shown',
    startWaitMs: 30_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
};
