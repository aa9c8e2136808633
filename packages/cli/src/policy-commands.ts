import { withConfig, withJson } from './command-options.ts';
import type { CommandEntry } from './program.ts';

/** The commands about who may do what. */
export const POLICY_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'explain-policy',
    about: 'Show what the policy decides about a tool, and which rule',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<tool>', 'server/tool, or the tool name alone if it is unique')
        .option('--as <principal>', 'who calls: the name of a token, oauth:<sub>, or local (default: local)')
        .option('--client <id>', 'the authenticated OAuth client of the caller')
        .option('--input <json>', 'the arguments of the call; without them, any arguments')
        .option('--at <time>', 'when, such as 2026-03-04T12:00:00Z (default: now)'),
    examples: [
      'foldout explain-policy files/delete_file --as ci',
      `foldout explain-policy files/write_file --input '{"path": "/etc/hosts"}'`,
    ],
    exits: { 1: 'the call is denied' },
    load: async () => (await import('./commands/explain-policy.ts')).explainPolicy,
  },
];
