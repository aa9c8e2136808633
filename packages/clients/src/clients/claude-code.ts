import type { Client, MeasuredFacts } from '../client.ts';
import { address, command, type FileConnection, inHome, inProject } from '../connection.ts';
import { asObject, isObject } from '../json.ts';
import { join, projectFiles, userFiles } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => [join(machine, machine.env['CLAUDE_CONFIG_DIR'] || machine.home, '.claude.json')],
  project: (machine) => inProject(machine, '.mcp.json'),
  servers: ['mcpServers'],
  stdio: command({ type: 'stdio' }),
  http: address('url', { type: 'http' }),
  installed: (machine) => [
    machine.env['CLAUDE_CONFIG_DIR'] || inHome(machine, '.claude'),
    inHome(machine, '.claude.json'),
  ],
  programs: ['claude'],
  reload: 'start a new session of Claude Code',
};

export const claudeCode: Client = {
  id: 'claude-code',
  title: 'Claude Code',
  reportedName: 'claude-code',
  facts: {
    names: /^claude-code/i,
    measured: { version: '2.1.326', date: '2026-11-18' },
    evidence: 'measured headless; anthropics/claude-code #66084, #16425',
    ownToolSearch: true,
    defersFor: 'every-model',
    deferredToolBytes: 33,
    alwaysLoadKey: 'anthropic/alwaysLoad',
    honorsListChanged: true,
    readsAllPages: true,
    modelName: 'mcp__{server}__{tool}',
    // The longest measured name that passes. A name of 140 characters is dropped without an error.
    maxNameLength: 112,
    instructionChars: 4_096,
    shows: 'structured',
    resultChars: 50_000,
    images: 'shown',
    resourceLinks: 'shown',
    startWaitMs: 27_000,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  config: {
    files: (machine) => {
      const folder = machine.env['CLAUDE_CONFIG_DIR'] || machine.home;
      return [...projectFiles(machine, '.mcp.json'), ...userFiles(join(machine, folder, '.claude.json'))];
    },
    /** `.claude.json` holds servers of the user and of every project. The current project precedes other projects. */
    places: (root, { cwd }) => {
      const projects = Object.keys(asObject(root['projects'])).sort((a, b) => Number(b === cwd) - Number(a === cwd));
      return [
        { path: ['mcpServers'] },
        ...projects.map((project) => ({ path: ['projects', project, 'mcpServers'], project })),
      ];
    },
    ownsPath: (path) => path.endsWith('/.claude.json') || path.endsWith('/.mcp.json'),
    ownsContent: (root) => isObject(root['projects']),
  },
  entry: {
    forms: {
      oauth: (value) => {
        if (!isObject(value)) return undefined;
        const { scope, callbackPort, authServerMetadataUrl: _, ...rest } = value;
        return {
          oauth: {
            ...rest,
            ...(typeof scope === 'string' ? { scopes: scope.split(' ').filter(Boolean) } : {}),
            ...(callbackPort === undefined ? {} : { redirectPort: callbackPort }),
          },
        };
      },
    },
    unsupported: {
      headersHelper: {
        message: 'Foldout does not run a headers helper',
        fix: 'write the headers into "headers"',
      },
    },
  },
  connection,
};
