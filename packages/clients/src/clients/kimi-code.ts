import type { Client, MeasuredFacts } from '../client.ts';
import { address, command, type FileConnection, inHome } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, machine.env['KIMI_CODE_HOME'] || inHome(machine, '.kimi-code'), 'mcp.json')],
  project: () => [],
  servers: ['mcpServers'],
  stdio: command(),
  http: address('url'),
  programs: ['kimi'],
  reload: 'restart Kimi Code',
};

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
    // Kimi Code replaces a link with a note that it dropped the link. The note contains the URI.
    resourceLinks: 'dropped',
    startWaitMs: 30_000,
    callWaitMs: 60_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  config: importedFrom(connection),
  connection,
};
