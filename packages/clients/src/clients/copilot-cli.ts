import type { Client, MeasuredFacts } from '../client.ts';

export const copilotCli: Client = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  reportedName: 'copilot-cli',
  facts: {
    names: /^copilot-cli/i,
    measured: { version: '1.0.102', date: '2026-11-18' },
    evidence: 'measured headless, with a model of its own and with a model that it does not know',
    ownToolSearch: true,
    // Claude and GPT-5.4 models, from 31 tools on with its own 17. Other models get every definition.
    defersFor: 'some-models',
    deferredToolBytes: 0,
    // It refuses to run with 1,000 tools, of which 17 are its own.
    maxTools: 950,
    honorsListChanged: true,
    readsAllPages: true,
    modelName: '{server}-{tool}',
    // The end of a longer name is cut.
    maxNameLength: 64,
    // None while the tools are loaded, about 155 once they are deferred.
    instructionChars: 0,
    shows: 'both',
    resultChars: 18_000,
    images: 'dropped',
    resourceLinks: 'dropped',
    startWaitMs: 60_000,
    neverAnswers: ['sampling'],
  } satisfies MeasuredFacts,
};
