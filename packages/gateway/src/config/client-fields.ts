/**
 * What the clients call the fields of a server. A file that a client reads today is understood as it is, so that
 * nobody has to rewrite one.
 */
export type Raw = Readonly<Record<string, unknown>>;

export interface TranslatedServer {
  readonly server: Raw;
  /** Field of ours → the field of the file that it came from. */
  readonly origins: ReadonlyMap<string, string>;
  /** What was left out and changes how the server behaves. */
  readonly warnings: readonly { readonly field: string; readonly message: string }[];
}

type Translate = (value: unknown, server: Raw) => Raw;

const TYPES: Readonly<Record<string, string | undefined>> = {
  local: 'stdio',
  remote: undefined,
  streamableHttp: 'streamable-http',
  streamable_http: 'streamable-http',
};

const TRANSLATIONS: Readonly<Record<string, Translate>> = {
  // Windsurf, Gemini and others
  serverUrl: (value) => ({ url: value }),
  httpUrl: (value) => ({ url: value, type: 'http' }),
  transport: (value) => typeField(value),
  disabledTools: (value) => ({ exclude: value }),
  excludeTools: (value) => ({ exclude: value }),
  enabledTools: (value) => ({ include: value }),
  includeTools: (value) => ({ include: value }),
  // Cursor
  auth: (value) => (isRaw(value) ? { oauth: cursorOauth(value) } : {}),
  // OpenCode
  environment: (value) => ({ env: value }),
  enabled: (value) => (typeof value === 'boolean' ? { disabled: !value } : { disabled: value }),
  // Only OpenCode writes `type: local` or `remote`, and only its timeout is known to be one for starting.
  timeout: (value, server) =>
    server['type'] === 'local' || server['type'] === 'remote' ? { startTimeoutMs: value } : {},
  // Codex
  http_headers: (value, server) => ({ headers: { ...asRaw(server['headers']), ...asRaw(value) } }),
  env_http_headers: (value, server) => {
    return { headers: { ...asRaw(server['headers']), ...asRaw(server['http_headers']), ...references(asRaw(value)) } };
  },
  bearer_token_env_var: (value) => ({ bearerToken: `\${${String(value)}}` }),
  env_vars: (value, server) => ({ env: { ...forwarded(value), ...asRaw(server['env']) } }),
  startup_timeout_sec: (value) => ({ startTimeoutMs: thousandfold(value) }),
  startup_timeout_ms: (value) => ({ startTimeoutMs: value }),
  tool_timeout_sec: (value) => ({ callTimeoutMs: thousandfold(value) }),
  enabled_tools: (value) => ({ include: value }),
  disabled_tools: (value) => ({ exclude: value }),
  scopes: (value) => ({ oauth: { scopes: value } }),
};

/** What only the client itself needs. */
const IGNORED = new Set([
  '__proto__',
  '$schema',
  'alwaysAllow',
  'autoApprove',
  'authProviderType',
  'default_tools_approval_mode',
  'dev',
  'experimental_environment',
  'gallery',
  'icon',
  'icons',
  'name',
  'oauth_resource',
  'registry',
  'required',
  'sandbox',
  'sandboxEnabled',
  'supports_parallel_tool_calls',
  'tools',
  'version',
]);

const LOST: Readonly<Record<string, string>> = {
  envFile: 'the variables of this file are not read; put them into "env"',
  headersHelper: 'the program that makes headers is not run; put them into "headers"',
};

export function translateServer(raw: Raw): TranslatedServer {
  const server: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const warnings: { field: string; message: string }[] = [];
  const take = (fields: Raw, from: string): void => {
    for (const [field, value] of Object.entries(fields)) {
      server[field] = value;
      if (field !== from) origins.set(field, from);
    }
  };
  for (const [field, value] of Object.entries(raw)) {
    const lost = Object.hasOwn(LOST, field) ? LOST[field] : undefined;
    if (lost) warnings.push({ field, message: lost });
    else if (!IGNORED.has(field) && !Object.hasOwn(TRANSLATIONS, field)) take(ownField(field, value, raw), field);
  }
  // A field of ours that stands there too has been written for us.
  for (const [field, translate] of Object.entries(TRANSLATIONS)) {
    if (!Object.hasOwn(raw, field)) continue;
    const fields = Object.entries(translate(raw[field], raw)).filter(([name]) => merges(name) || !(name in raw));
    take(Object.fromEntries(fields), field);
  }
  return { server, origins, warnings };
}

/** Fields of ours that a client fills in another form. */
function ownField(field: string, value: unknown, raw: Raw): Raw {
  if (field === 'type') return typeField(value);
  if (field === 'command' && Array.isArray(value)) {
    const [command, ...args] = value;
    return { command, args: Array.isArray(raw['args']) ? [...args, ...raw['args']] : args };
  }
  if (field === 'args' && Array.isArray(raw['command'])) return {};
  // Gemini has a switch of this name that means something else.
  if (field === 'trust' && typeof value === 'boolean') return {};
  if (field === 'oauth' && isRaw(value)) return { oauth: clientOauth(value) };
  return { [field]: value };
}

function typeField(value: unknown): Raw {
  if (typeof value !== 'string' || !Object.hasOwn(TYPES, value)) return { type: value };
  const type = TYPES[value];
  return type ? { type } : {};
}

function clientOauth({ scope, callbackPort, authServerMetadataUrl, ...rest }: Raw): Raw {
  return {
    ...rest,
    ...(typeof scope === 'string' ? { scopes: scope.split(' ').filter(Boolean) } : {}),
    ...(callbackPort === undefined ? {} : { redirectPort: callbackPort }),
  };
}

function cursorOauth({ CLIENT_ID, CLIENT_SECRET, scopes }: Raw): Raw {
  return {
    ...(CLIENT_ID === undefined ? {} : { clientId: CLIENT_ID }),
    ...(CLIENT_SECRET === undefined ? {} : { clientSecret: CLIENT_SECRET }),
    ...(scopes === undefined ? {} : { scopes }),
  };
}

function references(names: Raw): Raw {
  return Object.fromEntries(Object.entries(names).map(([field, name]) => [field, `\${${String(name)}}`]));
}

/** Codex hands these on where they are set, and starts the server where they are not. */
function forwarded(names: unknown): Raw {
  const list = Array.isArray(names) ? names : [];
  return Object.fromEntries(list.filter((name) => typeof name === 'string').map((name) => [name, `\${${name}:-}`]));
}

function merges(field: string): boolean {
  return field === 'headers' || field === 'env';
}

function thousandfold(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) : value;
}

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asRaw(value: unknown): Raw {
  return isRaw(value) ? value : {};
}
