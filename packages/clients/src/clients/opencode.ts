import type { Client, MeasuredFacts } from '../client.ts';
import { type FileConnection, type HttpAddress, inProject, type Launch } from '../connection.ts';
import { enabled, renamed } from '../field-rules.ts';
import { isObject, type JsonObject } from '../json.ts';
import { dotConfig, join, projectFiles, userFiles } from '../machine.ts';

/** OpenCode reads both files, and the settings in `opencode.jsonc` win. */
const FILES = ['opencode.jsonc', 'opencode.json'] as const;

const connection: FileConnection = {
  kind: 'file',
  syntax: 'json',
  user: (machine) => {
    const folder = join(machine, dotConfig(machine), 'opencode');
    const named = machine.env['OPENCODE_CONFIG'];
    return [...(named ? [named] : []), ...FILES.map((file) => join(machine, folder, file))];
  },
  project: (machine) => inProject(machine, ...FILES),
  servers: ['mcp'],
  stdio: localServer,
  http: remoteServer,
  off: { enabled: false },
  programs: ['opencode'],
  reload: 'restart OpenCode',
};

export const opencode: Client = {
  id: 'opencode',
  title: 'OpenCode',
  reportedName: 'opencode',
  facts: {
    names: /^opencode/i,
    measured: { version: '1.18.33', date: '2026-11-18' },
    evidence: 'measured headless; anomalyco/opencode #5913',
    ownToolSearch: false,
    honorsListChanged: true,
    readsAllPages: true,
    modelName: '{server}_{tool}',
    // OpenCode has no limit of its own and passes longer names on to the vendors of models, which refuse them.
    maxNameLength: 64,
    instructionChars: 60_000,
    shows: 'text',
    // OpenCode cuts a result at a line break. The model sees nothing of a single line that is longer than this.
    resultChars: 50_000,
    // Shown only if the model is configured for images.
    images: 'dropped',
    resourceLinks: 'dropped',
    startWaitMs: 30_000,
    callWaitMs: 60_000,
    progressExtendsWait: true,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  config: {
    files: (machine) => {
      const folder = join(machine, dotConfig(machine), 'opencode');
      const named = machine.env['OPENCODE_CONFIG'];
      return [
        ...projectFiles(machine, 'opencode.json', 'opencode.jsonc'),
        ...userFiles(...(named ? [named] : [])),
        ...userFiles(join(machine, folder, 'opencode.json'), join(machine, folder, 'opencode.jsonc')),
      ];
    },
    places: () => [{ path: ['mcp'] }],
    ownsContent: (root) => !('mcpServers' in root) && isObject(root['mcp']),
  },
  entry: {
    fields: {
      environment: renamed('env'),
      enabled,
      // In other clients `timeout` is for calls, or in seconds. In OpenCode it is the start timeout in milliseconds.
      timeout: (value, server) => (isOpenCodeType(server['type']) ? { startTimeoutMs: value } : undefined),
    },
    forms: {
      type: (value) => (isOpenCodeType(value) ? (value === 'local' ? { type: 'stdio' } : {}) : undefined),
      /** The program and its arguments in one list. */
      command: (value) => (Array.isArray(value) ? { command: value[0], args: value.slice(1) } : undefined),
      args: (value, { command }) => {
        if (!Array.isArray(command)) return undefined;
        return { args: [...command.slice(1), ...(Array.isArray(value) ? value : [])] };
      },
    },
  },
  connection,
};

function isOpenCodeType(type: unknown): boolean {
  return type === 'local' || type === 'remote';
}

/** OpenCode writes `{env:NAME}`; the other clients write `${env:NAME}` or `${NAME}`. */
export function withoutOpenCodeReferences(server: JsonObject): JsonObject {
  const text = JSON.stringify(server).replaceAll(/(?<!\$)\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`);
  return JSON.parse(text) as JsonObject;
}

/** An entry that starts a server, for OpenCode and its forks. */
export function localServer({ command, args }: Launch): JsonObject {
  return { type: 'local', command: [command, ...args], enabled: true };
}

export function remoteServer({ url, headers }: HttpAddress): JsonObject {
  return { type: 'remote', url, ...(headers && { headers }), enabled: true };
}
