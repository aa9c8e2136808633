import type { Client, MeasuredFacts } from '../client.ts';
import { address, command, type FileConnection, inHome } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join, settingsFolder } from '../machine.ts';

const FILE = 'cline_mcp_settings.json';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => {
    const { env } = machine;
    const folder = env['CLINE_DATA_DIR'] || join(machine, env['CLINE_DIR'] || inHome(machine, '.cline'), 'data');
    const extension = join(machine, settingsFolder(machine), 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev');
    return [
      env['CLINE_MCP_SETTINGS_PATH'] || join(machine, folder, 'settings', FILE),
      // The extension moved its servers from this file to the file above.
      join(machine, extension, 'settings', FILE),
    ];
  },
  project: () => [],
  servers: ['mcpServers'],
  stdio: command({ type: 'stdio', disabled: false }),
  http: address('url', { type: 'streamableHttp', disabled: false }),
  off: { disabled: true },
  installed: (machine) => [
    inHome(machine, '.cline'),
    join(machine, settingsFolder(machine), 'Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev'),
  ],
  programs: ['cline'],
  reload: 'nothing to do: Cline reads the file when it changes',
};

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
    // Cline tries twice, and gives up each attempt after 2.2 s to 2.6 s.
    startWaitMs: 2_200,
    callWaitMs: 60_000,
    // Measured over stdio. Over HTTP, Cline answers these requests with an error.
    neverAnswers: ['elicitation', 'sampling', 'roots'],
  } satisfies MeasuredFacts,
  config: importedFrom(connection),
  connection,
};
