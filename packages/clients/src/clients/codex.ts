import type { Client, MeasuredFacts } from '../client.ts';
import { command, type FileConnection, inHome, inProject } from '../connection.ts';
import { enabled, renamed, secondsAs, variable, variables } from '../field-rules.ts';
import { asObject, type JsonObject } from '../json.ts';
import { join, projectFiles, userFiles } from '../machine.ts';

const connection: FileConnection = {
  kind: 'file',
  syntax: 'toml',
  user: (machine) => [join(machine, machine.env['CODEX_HOME'] || inHome(machine, '.codex'), 'config.toml')],
  project: (machine) => inProject(machine, '.codex/config.toml'),
  servers: ['mcp_servers'],
  // With the time limit alone, the first request to the model still goes out without a server that needs more than a second.
  // Only `required` makes Codex wait, but then Codex does not start at all without Foldout.
  stdio: (launch) => ({ ...command()(launch), startup_timeout_sec: 30 }),
  http: ({ url, headers }) => ({ url, ...(headers && { http_headers: headers }) }),
  off: { enabled: false },
  programs: ['codex'],
  reload: 'start a new session of Codex',
};

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  reportedName: 'codex-mcp-client',
  facts: {
    names: /^codex/i,
    measured: { version: '0.169.0', date: '2026-11-18' },
    evidence: 'measured headless; openai/codex #10105, #33266, #46188',
    ownToolSearch: true,
    // Codex sends every definition to a model that it does not know. It tells the server its model only in a tool call.
    defersFor: 'bundled-models',
    deferredToolBytes: 0,
    honorsListChanged: false,
    readsAllPages: true,
    modelName: 'mcp__{server}__{tool}',
    maxNameLength: 128,
    replacedInNames: { '-': '_' },
    // Measured with a bundled model. Other models get the whole instructions.
    instructionChars: 250,
    shows: 'structured',
    // Measured with a model that Codex does not know. With gpt-5.5 the limit is 48,000.
    resultChars: 12_000,
    images: 'shown',
    resourceLinks: 'shown',
    // Codex used a server that started in 0.7 s, and gave up one that took 1.5 s.
    startWaitMs: 700,
    neverAnswers: [],
  } satisfies MeasuredFacts,
  config: {
    syntax: 'toml',
    files: (machine) => {
      const folder = machine.env['CODEX_HOME'] || join(machine, machine.home, '.codex');
      return [...projectFiles(machine, '.codex/config.toml'), ...userFiles(join(machine, folder, 'config.toml'))];
    },
    places: () => [{ path: ['mcp_servers'] }],
    ownsPath: (path) => path.endsWith('.toml'),
  },
  entry: {
    fields: {
      enabled,
      http_headers: (value, server) => ({ headers: { ...asObject(server['headers']), ...asObject(value) } }),
      env_http_headers: (value, server) => ({
        headers: { ...asObject(server['headers']), ...asObject(server['http_headers']), ...variables(value) },
      }),
      bearer_token_env_var: (value) => ({ bearerToken: variable(value) }),
      env_vars: (value, server) => ({ env: { ...forwarded(value), ...asObject(server['env']) } }),
      startup_timeout_sec: secondsAs('startTimeoutMs'),
      startup_timeout_ms: renamed('startTimeoutMs'),
      tool_timeout_sec: secondsAs('callTimeoutMs'),
      enabled_tools: renamed('include'),
      disabled_tools: renamed('exclude'),
      scopes: (value) => ({ oauth: { scopes: value } }),
    },
    ignored: [
      'default_tools_approval_mode',
      'experimental_environment',
      'oauth_resource',
      'required',
      'supports_parallel_tool_calls',
    ],
  },
  connection,
};

/** Variables that Codex forwards to the server. An unset variable is not an error, hence the default in `${NAME:-}`. */
function forwarded(names: unknown): JsonObject {
  const list = Array.isArray(names) ? names : [];
  return Object.fromEntries(
    list.filter((name) => typeof name === 'string').map((name) => [name, variable(`${name}:-`)]),
  );
}
