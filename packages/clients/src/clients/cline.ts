import type { Client, MeasuredFacts } from '../client.ts';

export const cline: Client = {
  id: 'cline',
  title: 'Cline',
  reportedName: '@cline/core',
  facts: {
    names: /^@cline\/core/i,
    measured: { version: '3.0.65', date: '2026-11-18' },
    evidence: 'measured headless; reports its version as 0.0.0',
    ownToolSearch: false,
    honorsListChanged: false,
    readsAllPages: false,
    modelName: '{server}__{tool}',
    maxNameLength: 64,
    instructionChars: 0,
    shows: 'both',
    resultChars: 8_000,
    images: 'as-text',
    resourceLinks: 'shown',
    // Two attempts, each of 2.2 s to 2.6 s.
    startWaitMs: 2_200,
    callWaitMs: 60_000,
    // Over stdio. Over HTTP, Cline answers with an error.
    neverAnswers: ['elicitation', 'sampling', 'roots'],
  } satisfies MeasuredFacts,
};
