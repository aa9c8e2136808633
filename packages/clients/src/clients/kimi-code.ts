import type { Client, MeasuredFacts } from '../client.ts';

export const kimiCode: Client = {
  id: 'kimi-code',
  title: 'Kimi Code',
  reportedName: 'kimi-code',
  facts: {
    names: /^kimi-code/i,
    measured: { version: '2.1.0', date: '2026-11-18' },
    evidence: 'measured headless; reports its version as 0.0.0',
    ownToolSearch: false,
    honorsListChanged: false,
    readsAllPages: false,
    modelName: 'mcp__{server}__{tool}',
    maxNameLength: 64,
    instructionChars: 0,
    shows: 'both',
    resultChars: 50_000,
    images: 'shown',
    // The URI is only in a note that says that the link was dropped.
    resourceLinks: 'dropped',
    startWaitMs: 30_000,
    callWaitMs: 60_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
};
