import type { Client, MeasuredFacts } from '../client.ts';
import { address, command, type FileConnection, inProject } from '../connection.ts';
import { renamed } from '../field-rules.ts';
import { importedFrom } from '../imported-from.ts';
import { join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, machine.env['GEMINI_CLI_HOME'] || machine.home, '.gemini', 'settings.json')],
  project: (machine) => inProject(machine, '.gemini/settings.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('httpUrl'),
  programs: ['gemini'],
  reload: 'restart Gemini CLI',
};

export const geminiCli: Client = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  facts: {
    names: /^gemini-cli/i,
    measured: { version: '0.61.0', date: '2026-11-18' },
    evidence: 'measured headless; gemini-cli-core `mcp-client.js`, `mcp-tool.js`',
    ownToolSearch: false,
    honorsListChanged: true,
    readsAllPages: false,
    modelName: 'mcp_{server}_{tool}',
    // Gemini CLI cuts the middle of a longer name.
    maxNameLength: 63,
    instructionChars: 60_000,
    shows: 'text',
    resultChars: 40_000,
    images: 'shown',
    resourceLinks: 'shown',
    startWaitMs: 75_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  entry: {
    fields: {
      httpUrl: (value) => ({ url: value, type: 'http' }),
      excludeTools: renamed('exclude'),
      includeTools: renamed('include'),
    },
    // In Gemini CLI, `trust: true` skips confirmations. Foldout's `trust` is a string, so a boolean is dropped.
    forms: { trust: (value) => (typeof value === 'boolean' ? {} : undefined) },
    ignored: ['authProviderType'],
  },
  config: importedFrom(connection),
  connection,
};
