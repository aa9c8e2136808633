import type { Client, MeasuredFacts } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, machine.env['QWEN_HOME'] || inHome(machine, '.qwen'), 'settings.json')],
  project: (machine) => inProject(machine, '.qwen/settings.json'),
  servers: ['mcpServers'],
  stdio: command(),
  http: address('httpUrl'),
  programs: ['qwen'],
  reload: 'restart Qwen Code',
};

export const qwenCode: Client = {
  id: 'qwen-code',
  title: 'Qwen Code',
  facts: {
    names: /^qwen-cli-mcp-client/i,
    measured: { version: '0.24.4', date: '2026-11-18' },
    evidence: 'measured headless; reports its version as 0.0.1 and adds the name of the server to its own',
    ownToolSearch: true,
    defersFor: 'every-model',
    // Qwen Code shows the name and the first 160 characters of the description.
    deferredToolBytes: 165,
    honorsListChanged: false,
    readsAllPages: true,
    modelName: 'mcp__{server}__{tool}',
    maxNameLength: 63,
    instructionChars: 60_000,
    shows: 'both',
    resultChars: 26_000,
    // A model that Qwen Code does not know gets a placeholder instead of the image.
    images: 'dropped',
    resourceLinks: 'shown',
    startWaitMs: 30_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  config: importedFrom(connection),
  connection,
};
