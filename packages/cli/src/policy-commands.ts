import { positive, withConfig, withJson } from './command-options.ts';
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
  {
    name: 'pending',
    about: 'Answer calls that wait for your approval, or list and revoke approvals that last',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[action]', 'allow, deny, grants or revoke (default: list the calls, and ask in a terminal)')
        .argument('[id]', 'the call or the grant; the first characters are enough')
        .option('--for <scope>', 'what an approval covers: once, session, arguments or always (default: once)'),
    examples: [
      'foldout pending',
      'foldout pending allow 3f2a91c0',
      'foldout pending allow 3f2a91c0 --for always',
      'foldout pending grants',
    ],
    exits: { 1: 'the call no longer waits, or there is no such id' },
    load: async () => (await import('./commands/pending.ts')).pending,
  },
  {
    name: 'audit',
    about: 'Search the audit log of calls, check that nobody has changed it, or export it',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[action]', 'search, verify or export (default: search)')
        .option('--principal <name>', 'only calls of this principal')
        .option('--tool <name>', 'only calls of this tool: server/tool, or the tool name')
        .option('--since <time>', 'only calls since then, such as 2026-03-04')
        .option('-n, --limit <number>', 'maximum number of lines of a search (default: 50)', positive),
    examples: [
      'foldout audit --principal ci --since 2026-03-04',
      'foldout audit verify',
      'foldout audit export > calls.jsonl',
    ],
    exits: { 1: 'there is no audit log, or it was changed' },
    load: async () => (await import('./commands/audit.ts')).audit,
  },
];
