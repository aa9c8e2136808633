import { withConfig, withJson } from './command-options.ts';
import type { CommandEntry } from './program.ts';

/** The commands that improve what search finds. */
export const SEARCH_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'enrich',
    about: 'Ask a model of yours for likely requests for each tool, which search then reads',
    define: (command) =>
      withJson(withConfig(command))
        .option('--url <address>', 'an OpenAI-compatible API (default: "enrich" in the configuration)')
        .option('--model <name>', 'the chat model to ask')
        .option('--key-env <name>', 'environment variable with the key of the API')
        .option('--again', 'ask again for tools that have requests')
        .option('-y, --yes', 'send the descriptions of the tools without asking'),
    examples: ['foldout enrich --url http://127.0.0.1:11434/v1 --model llama3.2 --yes'],
    exits: { 1: 'the model did not answer, or there are no tools' },
    load: async () => (await import('./commands/enrich.ts')).enrichCommand,
  },
];
