import { TOOL_STRATEGIES } from '@foldout/server';
import { z } from 'zod';

/** A server is addressed by its name, and the name is part of file names and of listed names. */
const serverName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
  error: 'a server name is 1 to 64 letters, digits, dots, dashes or underscores, and starts with a letter or digit',
});

const globs = z.array(z.string().min(1));
/** Everything of the server, or what a glob names. */
const marked = z.union([z.boolean(), globs]);
const milliseconds = z.int().min(0).max(86_400_000);
const texts = z.record(z.string(), z.string());

const oauthClient = z.strictObject({
  clientId: z.string().min(1).optional(),
  clientSecret: z.string().min(1).optional(),
  scopes: z.array(z.string().min(1)).optional(),
  /** The port that the browser comes back to; any free one where it is absent. */
  redirectPort: z.int().min(0).max(65_535).optional(),
});

export const serverConfig = z.strictObject({
  type: z.enum(['stdio', 'http', 'streamable-http', 'sse']).optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  cwd: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  headers: texts.optional(),
  bearerToken: z.string().min(1).optional(),
  oauth: z.union([z.boolean(), oauthClient]).optional(),
  disabled: z.boolean().optional(),
  include: globs.optional(),
  exclude: globs.optional(),
  category: z.string().min(1).optional(),
  description: z.string().optional(),
  tags: z.array(z.string().min(1)).optional(),
  alwaysAvailable: marked.optional(),
  core: marked.optional(),
  trust: z.enum(['flag', 'pinned']).optional(),
  /** `per-session`: every client session has an instance of its own, for servers that hold state of their user. */
  instances: z.enum(['shared', 'per-session']).optional(),
  startTimeoutMs: milliseconds.optional(),
  callTimeoutMs: milliseconds.optional(),
  idleMs: milliseconds.optional(),
  refreshMs: milliseconds.optional(),
});

const rights = z.enum(['use', 'watch', 'operate']);

const accessToken = z.strictObject({
  name: z.string().min(1).max(64),
  token: z.string().min(16, { error: 'a token has at least 16 characters' }).optional(),
  /** The SHA-256 of the token in hexadecimal, for those who keep no token in a file. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Only these servers, and only these tools (globs of `server/name`); everything where both are absent. */
  servers: globs.optional(),
  tools: globs.optional(),
  /** `use` tools, `watch` the dashboard and metrics, `operate`: approve, restart. `use` where it is absent. */
  rights: z.array(rights).optional(),
});

const httpConfig = z.strictObject({
  host: z.string().min(1).optional(),
  port: z.int().min(0).max(65_535).optional(),
  tokens: z.array(accessToken).optional(),
  oauth: z
    .strictObject({
      issuer: z.url({ protocol: /^https?$/ }),
      audience: z.string().min(1),
      jwksUri: z.url({ protocol: /^https?$/ }).optional(),
      requiredScopes: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  allowedHosts: z.array(z.string().min(1)).optional(),
  allowedOrigins: z.array(z.string().min(1)).optional(),
  limits: z
    .strictObject({
      bodyBytes: z.int().min(1).optional(),
      headerBytes: z.int().min(1).optional(),
      concurrent: z.int().min(1).optional(),
      perMinute: z.int().min(1).optional(),
    })
    .optional(),
});

/** The one description of a configuration: what is checked, what editors complete, and the types. */
export const gatewayConfig = z.strictObject({
  $schema: z.string().optional(),
  mcpServers: z.record(serverName, serverConfig),
  toolStrategy: z.enum(TOOL_STRATEGIES as [string, ...string[]]).optional(),
  dispatch: z.enum(['single', 'by-risk']).optional(),
  toolsets: z.array(z.string().min(1)).optional(),
  tools: z.array(z.string().min(1)).optional(),
  categories: texts.optional(),
  trust: z.enum(['flag', 'pinned']).optional(),
  http: httpConfig.optional(),
  /** Where the catalog, approvals and tokens are kept. */
  stateFolder: z.string().min(1).optional(),
  /** `postgres://…`: approvals, tokens, sessions and usage are shared by every gateway that names it. */
  database: z.string().min(1).optional(),
  learning: z.boolean().optional(),
  traces: z.boolean().optional(),
});

export type ServerConfig = z.infer<typeof serverConfig>;
export type GatewayConfig = z.infer<typeof gatewayConfig>;
export type AccessTokenConfig = z.infer<typeof accessToken>;
export type HttpConfig = z.infer<typeof httpConfig>;
export type AccessRight = z.infer<typeof rights>;

export const SERVER_CONFIG_DEFAULTS = {
  trust: 'flag',
  instances: 'shared',
  startTimeoutMs: 30_000,
  callTimeoutMs: 60_000,
  idleMs: 600_000,
  refreshMs: 3_600_000,
} as const satisfies Partial<ServerConfig>;
