import type { Client } from '../client.ts';
import type { FileConnection, HttpAddress, Launch } from '../connection.ts';
import { renamed, variable } from '../field-rules.ts';
import { importedFrom } from '../imported-from.ts';
import { dotConfig, join, settingsFolder } from '../machine.ts';

/** Seconds that Goose waits for a call, as in the entries that Goose writes itself. */
const TIMEOUT_S = 300;
/** Extensions that are part of Goose, or code in the file, and no MCP servers. */
const OWN_TYPES = new Set<unknown>(['builtin', 'platform', 'frontend', 'inline_python']);

const connection: FileConnection = {
  kind: 'file',
  syntax: 'yaml',
  user: (machine) => {
    const root = machine.env['GOOSE_PATH_ROOT'];
    if (root) return [join(machine, root, 'config', 'config.yaml')];
    if (machine.platform === 'win32')
      return [join(machine, settingsFolder(machine), 'Block', 'goose', 'config', 'config.yaml')];
    return [join(machine, dotConfig(machine), 'goose', 'config.yaml')];
  },
  project: () => [],
  servers: ['extensions'],
  stdio: ({ command, args }: Launch) => ({ ...COMMON, type: 'stdio', cmd: command, args, timeout: TIMEOUT_S }),
  http: ({ url, headers }: HttpAddress) => ({
    ...COMMON,
    type: 'streamable_http',
    uri: url,
    ...(headers && { headers }),
    timeout: TIMEOUT_S,
  }),
  off: { enabled: false },
  programs: ['goose'],
  reload: 'start a new session of Goose',
};

const COMMON = { name: 'foldout', enabled: true } as const;

export const goose: Client = {
  id: 'goose',
  title: 'Goose',
  reportedName: 'goose',
  config: { ...importedFrom(connection), isServer: ({ type }) => !OWN_TYPES.has(type) },
  entry: {
    fields: {
      cmd: renamed('command'),
      uri: renamed('url'),
      envs: renamed('env'),
      env_keys: (value, { envs }) => {
        const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
        return { env: { ...Object.fromEntries(names.map((name) => [name, variable(name)])), ...(envs ?? {}) } };
      },
      available_tools: (value) => (Array.isArray(value) && value.length > 0 ? { include: value } : {}),
    },
    ignored: ['bundled', 'display_name'],
  },
  connection,
};
