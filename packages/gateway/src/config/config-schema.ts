// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the descriptions show how a reference is written
import { policyConfig, quotaConfig, toolOverlay } from '@foldout/core/internal';
import { z } from 'zod';
import { globs } from './access-schema.ts';
import { clientSettings, profileConfig, profileName, strategy } from './client-schema.ts';
import { httpConfig } from './http-schema.ts';
import { cacheField, resultsField } from './results-schema.ts';
import { searchFields, webAddress } from './search-schema.ts';

/** The longest name of a server. */
export const MAX_SERVER_NAME = 64;

/** The name of a server is part of file names and of tool names. */
const serverName = z.string().regex(new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${MAX_SERVER_NAME - 1}}$`), {
  error: `a server cannot have this name; write 1 to ${MAX_SERVER_NAME} letters, digits, dots, dashes or underscores, starting with a letter or digit`,
});

/** All tools of a server, or those that match a glob. */
const toolSelection = z.union([z.boolean(), globs]);
const milliseconds = z.int().min(0).max(86_400_000);
const questions = z.enum(['allow', 'deny']).optional();
const trust = z
  .enum(['flag', 'pinned', 'quarantine'])
  .describe(
    'A tool that changed after it was approved: `flag` marks it, `pinned` hides it until it is approved again. `quarantine` also hides everything of a new server until it is approved.',
  );
const texts = z.record(z.string(), z.string());

const oauthClient = z.strictObject({
  clientId: z
    .string()
    .min(1)
    .optional()
    .describe('The id of an OAuth client that you registered. Default: Foldout registers one.'),
  clientSecret: z
    .string()
    .min(1)
    .optional()
    .describe('The secret of the OAuth client. Write ${VAR} rather than the secret itself.'),
  scopes: z.array(z.string().min(1)).optional().describe('The scopes to request.'),
  redirectPort: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('The local port of the redirect URI. Default: any free port.'),
});

const basicCredential = z.strictObject({
  username: z.string().describe('The name of the user, for HTTP basic authentication.'),
  password: z.string().describe('The password of the user.'),
});

const requestedToken = {
  tokenUrl: webAddress.describe('The token endpoint of the authorization server.'),
  clientId: z.string().min(1).describe('The id of the OAuth client of this gateway.'),
  clientSecret: z.string().min(1).describe('Its secret. Write ${VAR} rather than the secret itself.'),
  scopes: z.array(z.string().min(1)).optional().describe('The scopes to request.'),
  audience: z.string().min(1).optional().describe('The audience to request.'),
  resource: webAddress.optional().describe('The resource (RFC 8707) to request.'),
};

const identity = z.union([
  z.enum(['shared', 'person', 'forward']),
  z.strictObject({
    kind: z.literal('exchange').describe('Exchange the token of the caller (RFC 8693).'),
    ...requestedToken,
  }),
  z.strictObject({
    kind: z.literal('client').describe('A token for the gateway itself (client credentials).'),
    ...requestedToken,
  }),
]);

export const serverConfig = z.strictObject({
  type: z
    .enum(['stdio', 'http', 'streamable-http', 'sse'])
    .optional()
    .describe('The transport. Default: detected. `sse` is the older transport over HTTP.'),
  command: z.string().min(1).optional().describe('The program that starts the server. Either this or `url`.'),
  args: z.array(z.string()).optional().describe('The arguments of `command`.'),
  env: texts.optional().describe('Environment variables of the server. ${VAR} and ${VAR:-default} are replaced.'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe('The working folder of the server. A relative path starts at the folder of this file.'),
  url: webAddress.optional().describe('The address of the server. Either this or `command`.'),
  openapi: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The file or the address of an OpenAPI document, instead of `command` or `url`: its operations are the tools.',
    ),
  baseUrl: webAddress.optional().describe('The address of the API of `openapi`. Default: the servers of the document.'),
  credentials: z
    .record(z.string(), z.union([z.string().min(1), basicCredential]))
    .optional()
    .describe('Credentials for the API of `openapi`, by the name of their security scheme. ${VAR} is replaced.'),
  headers: texts.optional().describe('Headers of every request. ${VAR} is replaced.'),
  bearerToken: z.string().min(1).optional().describe('Sent as `Authorization: Bearer …`. ${VAR} is replaced.'),
  oauth: z
    .union([z.boolean(), oauthClient])
    .optional()
    .describe('Sign in with OAuth: true, or the OAuth client to use.'),
  identity: identity
    .optional()
    .describe(
      'Whose account calls of this server use. `shared` (default): one for all. `person`: each principal signs in. `forward`: the token of the caller is sent on. `kind: exchange`: it is exchanged for another one (RFC 8693). `kind: client`: the gateway gets a token for itself (client credentials).',
    ),
  disabled: z.boolean().optional().describe('Do not load this server.'),
  clients: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Ids of the clients that may use this server, such as `cursor`. `import` writes it. Default: all clients.',
    ),
  include: globs.optional().describe('Load only tools whose names match one of these globs.'),
  exclude: globs.optional().describe('Do not load tools whose names match one of these globs.'),
  category: z.string().min(1).optional().describe('The category of the tools of this server.'),
  description: z.string().optional().describe('What the server is for, in one sentence. Search uses it.'),
  tags: z.array(z.string().min(1)).optional().describe('The tags of the tools of this server.'),
  alwaysAvailable: toolSelection
    .optional()
    .describe('Tools that every surface lists directly: all, or those that match a glob.'),
  core: toolSelection
    .optional()
    .describe('Tools that the surface `core` lists directly: all, or those that match a glob.'),
  trust: trust.optional(),
  elicitation: questions.describe('Whether the server may ask the user during a call. Default: allow.'),
  sampling: questions.describe('Whether the server may ask the model of a client during a call. Default: allow.'),
  instances: z
    .enum(['shared', 'per-session'])
    .optional()
    .describe(
      '`per-session`: every client session has its own instance of the server. For servers that hold state of one user. `shared`: one instance for all clients, also if they have different working folders.',
    ),
  startTimeoutMs: milliseconds.optional().describe('The time limit for the start, in milliseconds.'),
  callTimeoutMs: milliseconds.optional().describe('The time limit for a call, in milliseconds.'),
  idleMs: milliseconds.optional().describe('Stop the server after this many milliseconds without a call. 0: never.'),
  refreshMs: milliseconds.optional().describe('Read the list of tools again after this many milliseconds.'),
  ...cacheField,
});

const auditMode = z.enum(['on', 'required']);

const auditConfig = z.strictObject({
  mode: auditMode.describe('`required`: calls with side effects that cannot be recorded are refused.'),
  keepDays: z.int().min(1).max(36_500).optional().describe('Remove logs after this many days. Default: never.'),
  contents: z
    .boolean()
    .optional()
    .describe('Write arguments and results, with secrets masked. Default: their digests.'),
  otlp: webAddress
    .optional()
    .describe('Also send the lines to this OpenTelemetry collector, such as http://127.0.0.1:4318.'),
});

/** The only schema of a configuration. Validation, the JSON Schema for editors and the types are derived from it. */
export const gatewayConfig = z.strictObject({
  $schema: z.string().optional().describe('The JSON Schema of this file, for completion and validation in editors.'),
  mcpServers: z.record(serverName, serverConfig).describe('The servers, by name.'),
  toolStrategy: strategy.optional().describe('The surface: what clients see in `tools/list`.'),
  dispatch: z
    .enum(['single', 'by-risk'])
    .optional()
    .describe(
      '`by-risk`: separate meta-tools for reading, writing and destroying, so that clients can ask for permission for each.',
    ),
  toolsets: z.array(z.string().min(1)).optional().describe('Load only the tools of these categories or servers.'),
  tools: z.array(z.string().min(1)).optional().describe('Load only these tools, and those of `toolsets`.'),
  clients: z
    .record(z.string().min(1), clientSettings)
    .optional()
    .describe('Start of the name that a client reports, in any case → settings for that client.'),
  profiles: z
    .record(profileName, profileConfig)
    .optional()
    .describe('Named views of this gateway, each with its own tools and surface, at `/mcp/p/<name>`.'),
  categories: texts.optional().describe('Category → its description. Search uses it.'),
  overlays: z
    .record(z.string().min(1), toolOverlay)
    .optional()
    .describe('`server/tool`, or `server` for all of its tools → what changes about how agents see it.'),
  trust: trust.optional(),
  policy: policyConfig.optional().describe('Which calls run, which ask a person first, and which are refused.'),
  quotas: z
    .array(quotaConfig)
    .max(200)
    .optional()
    .describe('How much callers may use. Every quota that fits a call has to allow it.'),
  audit: z
    .union([auditMode, auditConfig])
    .optional()
    .describe(
      'Keep an audit log of calls, in the state folder or in the database. `required`: calls with side effects that cannot be recorded are refused.',
    ),
  http: httpConfig.optional().describe('Settings for HTTP.'),
  stateFolder: z
    .string()
    .min(1)
    .optional()
    .describe('The folder of the catalog, approvals and tokens. A relative path starts at the folder of this file.'),
  database: z
    .string()
    .min(1)
    .optional()
    .describe('`postgres://…`: the gateways that name the same database share approvals, tokens, sessions and usage.'),
  runCode: z
    .boolean()
    .optional()
    .describe(
      'Add the tool `run_code`: agents run scripts in a sandbox. A script may call the same tools as its agent.',
    ),
  skills: z
    .boolean()
    .optional()
    .describe('Serve two agent skills that explain how to find and call the tools behind this gateway.'),
  skillFolders: z
    .array(z.string().min(1))
    .optional()
    .describe('Folders with skills (`SKILL.md`), which agents find and read with the kind `skill`.'),
  ...resultsField,
  ...searchFields,
  outputShapes: z
    .boolean()
    .optional()
    .describe(
      'Learn the types of results of tools without an output schema: keys and types, never values. Default: as `learning`.',
    ),
  learnSearches: z
    .boolean()
    .optional()
    .describe(
      'Learn which searches led to a call of which tool, for each principal: stems of the words, no other text. Default: as `learning`.',
    ),
  traces: z.boolean().optional().describe('Send OpenTelemetry traces.'),
});

export type ServerConfig = z.infer<typeof serverConfig>;
export type GatewayConfig = z.infer<typeof gatewayConfig>;

export const SERVER_CONFIG_DEFAULTS = {
  trust: 'flag',
  instances: 'shared',
  startTimeoutMs: 30_000,
  callTimeoutMs: 60_000,
  idleMs: 600_000,
  refreshMs: 3_600_000,
} as const satisfies Partial<ServerConfig>;

/** The URL of the schema that a configuration file names for editors. */
export const CONFIG_SCHEMA_URL = 'https://unpkg.com/@foldout/gateway/foldout.schema.json';

const SHA256 = '^[0-9a-f]{64}$';

/** The schema as JSON Schema, for editors. */
export function configJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(gatewayConfig, {
    target: 'draft-7',
    // An editor sees the text before variables are replaced, so a variable has to be valid in every text field.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'uri') {
        delete jsonSchema.format;
        jsonSchema.pattern = '^(https?://|\\$\\{)';
      }
      if (jsonSchema.type === 'string' && (jsonSchema.minLength ?? 0) > 1) delete jsonSchema.minLength;
      if (jsonSchema.pattern === SHA256) jsonSchema.pattern = `${SHA256}|\\$\\{`;
    },
  });
  return { $id: CONFIG_SCHEMA_URL, title: 'Configuration of a Foldout gateway', ...schema, allowTrailingCommas: true };
}

/** Category → description. The description of a server is also that of its tools' category. */
export function categoryTexts({ categories, mcpServers }: GatewayConfig): Readonly<Record<string, string>> {
  const described = Object.entries(mcpServers).flatMap(([name, { category, description }]) =>
    description ? [[category ?? name, description] as const] : [],
  );
  return { ...Object.fromEntries(described), ...categories };
}

/** What the configuration says about one server: its category, its description and that of its category. */
export function serverText({ categories = {} }: GatewayConfig, name: string, server: ServerConfig): string {
  const { category, description } = server;
  const key = category ?? name;
  return [category, description, Object.hasOwn(categories, key) ? categories[key] : undefined]
    .filter(Boolean)
    .join('. ');
}
