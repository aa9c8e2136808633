import type { Client, MeasuredFacts } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { importedFrom } from '../imported-from.ts';
import { join } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, machine.env['COPILOT_HOME'] || inHome(machine, '.copilot'), 'mcp-config.json')],
  project: (machine) => inProject(machine, '.github/mcp.json'),
  servers: ['mcpServers'],
  stdio: command({ type: 'local', tools: ['*'] }),
  http: address('url', { type: 'http', tools: ['*'] }),
  programs: ['copilot'],
  reload: 'restart Copilot CLI',
};

export const copilotCli: Client = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  reportedName: 'copilot-cli',
  facts: {
    names: /^copilot-cli/i,
    measured: { version: '1.0.102', date: '2026-11-18' },
    evidence: 'measured headless, with a model of its own and with a model that it does not know',
    ownToolSearch: true,
    // Defers tools for Claude and GPT-5.4 models, from 31 tools on (its own 17 count). Other models get every definition.
    defersFor: 'some-models',
    deferredToolBytes: 0,
    // It refuses to run with 1,000 tools, of which 17 are its own.
    maxTools: 950,
    honorsListChanged: true,
    readsAllPages: true,
    modelName: '{server}-{tool}',
    // Copilot CLI cuts the end of a longer name.
    maxNameLength: 64,
    // No instructions while all tools are loaded; about 155 characters when tools are deferred.
    instructionChars: 0,
    shows: 'both',
    resultChars: 18_000,
    images: 'dropped',
    resourceLinks: 'dropped',
    startWaitMs: 60_000,
    neverAnswers: ['sampling'],
  } satisfies MeasuredFacts,
  config: importedFrom(connection),
  connection,
};
