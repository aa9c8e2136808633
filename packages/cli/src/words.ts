import type { Words } from '@foldout/core';
import { typed } from './invocation.ts';

/** The next steps of a person at a terminal. The command line prints results whole and has no contexts. */
export const CLI_WORDS: Words = {
  find: () => `Use ${typed('search "<words>"')} to find a tool`,
  describe: (name) => `Use ${typed(`show ${name}`)} to see the expected input schema`,
  call: (name, { input } = {}) => typed(`call ${name}${input ? ` '${JSON.stringify(input)}'` : ''}`),
  more: () => undefined,
  less: () => undefined,
  enterContext: () => undefined,
};
