import type { Client, MeasuredFacts } from '../client.ts';
import { command, type FileConnection, inHome } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { asObject } from '../json.ts';
import { join } from '../machine.ts';

const OWN_TOOLS = [
  'AskQuestion',
  'Bash',
  'CheckBackgroundJob',
  'Checklist',
  'Diff',
  'Edit',
  'Exit',
  'Fetch',
  'List',
  'MultiEdit',
  'Read',
  'ReportFailure',
  'Search',
  'Skills',
  'Status',
  'Subagent',
  'UploadArtifact',
  'Write',
] as const;

const connection: FileConnection = {
  kind: 'file',
  syntax: 'yaml',
  user: (machine) => [join(machine, machine.env['CONTINUE_GLOBAL_DIR'] || inHome(machine, '.continue'), 'config.yaml')],
  project: () => [],
  servers: ['mcpServers'],
  list: true,
  stdio: command({ type: 'stdio' }),
  http: ({ url, headers }) => ({ type: 'streamable-http', url, ...(headers && { requestOptions: { headers } }) }),
  newFile: { name: 'Local', version: '0.0.1', schema: 'v1' },
  programs: ['cn'],
  reload: 'reload the window of the editor, or restart cn',
};

export const continueCli: Client = {
  id: 'continue',
  title: 'Continue',
  reportedName: 'continue-cli-client',
  facts: {
    names: /^continue-cli/i,
    measured: { version: '1.5.47', date: '2026-11-18' },
    evidence: 'measured headless; reports its version as 1.0.0; own tools: its bundle `dist/index.js`',
    ownToolSearch: false,
    honorsListChanged: false,
    readsAllPages: false,
    modelName: '{tool}',
    ownToolNames: OWN_TOOLS,
    instructionChars: 0,
    shows: 'text',
    // A result of 200 kB arrives whole, but then Continue cuts the conversation.
    resultChars: 18_000,
    images: 'as-text',
    resourceLinks: 'shown',
    startWaitMs: 60_000,
    callWaitMs: 60_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  config: importedFrom(connection),
  entry: {
    fields: { requestOptions: (value) => ({ headers: asObject(asObject(value)['headers']) }) },
    ignored: ['connectionTimeout'],
  },
  connection,
};
