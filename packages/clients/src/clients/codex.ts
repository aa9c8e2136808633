import { type Client, join, type MeasuredFacts, projectFiles, userFiles } from '../client.ts';
import { enabled, renamed, secondsAs, variable, variables } from '../field-rules.ts';
import { asObject, type JsonObject } from '../json.ts';

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  reportedName: 'codex-mcp-client',
  facts: {
    names: /^codex/i,
    measured: { version: '0.169.0', date: '2026-11-18' },
    evidence: 'measured headless; openai/codex #10105, #33266, #46188',
    ownToolSearch: true,
    // A model that Codex does not know gets every definition. Codex names its model only with a call.
    defersFor: 'bundled-models',
    deferredToolBytes: 0,
    honorsListChanged: false,
    readsAllPages: true,
    modelName: 'mcp__{server}__{tool}',
    maxNameLength: 128,
    replacedInNames: { '-': '_' },
    // With bundled models. Other models get the whole text.
    instructionChars: 250,
    shows: 'structured',
    // With a model that Codex does not know; 48,000 with gpt-5.5.
    resultChars: 12_000,
    images: 'shown',
    resourceLinks: 'shown',
    // 0.7 s are enough, 1.5 s are not.
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
};

/** Variables that Codex forwards to the server. An unset variable is not an error, hence the default in `${NAME:-}`. */
function forwarded(names: unknown): JsonObject {
  const list = Array.isArray(names) ? names : [];
  return Object.fromEntries(
    list.filter((name) => typeof name === 'string').map((name) => [name, variable(`${name}:-`)]),
  );
}
