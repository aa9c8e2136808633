// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the descriptions show how a reference is written
import type { ToolStrategy } from '@foldout/server';
import { z } from 'zod';

/** Named again, and held to the server's own list by a test: reading a configuration need not load the protocol. */
const STRATEGIES = [
  'individual',
  'grouped',
  'lazy',
  'index',
  'dynamic',
  'proxy',
  'core',
  'auto',
] as const satisfies readonly ToolStrategy[];

/** A server is addressed by its name, and the name is part of file names and of listed names. */
const serverName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
  error: 'a server name is 1 to 64 letters, digits, dots, dashes or underscores, and starts with a letter or digit',
});

const globs = z.array(z.string().min(1));
/** Everything of the server, or what a glob names. */
const marked = z.union([z.boolean(), globs]);
const milliseconds = z.int().min(0).max(86_400_000);
const webAddress = z.url({ protocol: /^https?$/ });
const trust = z
  .enum(['flag', 'pinned'])
  .describe(
    'A tool that changed after it was approved: `flag` marks it, `pinned` withholds it until it is approved again.',
  );
const texts = z.record(z.string(), z.string());

const oauthClient = z.strictObject({
  clientId: z
    .string()
    .min(1)
    .optional()
    .describe('The client that was registered by hand; registered by itself where it is absent.'),
  clientSecret: z.string().min(1).optional().describe('Its secret; better ${VAR} than the secret itself.'),
  scopes: z.array(z.string().min(1)).optional().describe('What to ask for.'),
  redirectPort: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('The port that the browser comes back to; any free one where it is absent.'),
});

export const serverConfig = z.strictObject({
  type: z
    .enum(['stdio', 'http', 'streamable-http', 'sse'])
    .optional()
    .describe('How the server is reached. Found out by itself where it is absent; `sse` is the older way over HTTP.'),
  command: z.string().min(1).optional().describe('The program that is the server. Either this or `url`.'),
  args: z.array(z.string()).optional().describe('Its arguments.'),
  env: texts.optional().describe('Variables for its environment; ${VAR} and ${VAR:-default} are replaced.'),
  cwd: z.string().min(1).optional().describe('The folder it runs in; a relative one is meant from this file.'),
  url: webAddress.optional().describe('Where the server answers. Either this or `command`.'),
  headers: texts.optional().describe('Headers that are sent with every request; ${VAR} is replaced.'),
  bearerToken: z.string().min(1).optional().describe('Sent as `Authorization: Bearer …`; ${VAR} is replaced.'),
  oauth: z
    .union([z.boolean(), oauthClient])
    .optional()
    .describe('Signs in with OAuth: true, or the client to do it as.'),
  disabled: z.boolean().optional().describe('Keeps the server here and leaves it out.'),
  include: globs.optional().describe('Only tools whose names match one of these globs.'),
  exclude: globs.optional().describe('No tools whose names match one of these globs.'),
  category: z.string().min(1).optional().describe('The category of its tools.'),
  description: z.string().optional().describe('What the server is for, in a sentence; takes part in search.'),
  tags: z.array(z.string().min(1)).optional().describe('Tags of its tools.'),
  alwaysAvailable: marked
    .optional()
    .describe('Tools that are listed by themselves whatever the surface: all, or those that match a glob.'),
  core: marked.optional().describe('Tools that the surface `core` lists: all, or those that match a glob.'),
  trust: trust.optional(),
  instances: z
    .enum(['shared', 'per-session'])
    .optional()
    .describe(
      '`per-session`: every client session has an instance of its own, for servers that hold state of their user.',
    ),
  startTimeoutMs: milliseconds.optional().describe('How long it may take to start.'),
  callTimeoutMs: milliseconds.optional().describe('How long a call may take.'),
  idleMs: milliseconds.optional().describe('How long it may stand idle before it is stopped; 0 for never.'),
  refreshMs: milliseconds.optional().describe('How old its list of tools may become before it is read again.'),
});

const rights = z.enum(['use', 'watch', 'operate']);

const accessToken = z.strictObject({
  name: z.string().min(1).max(64).describe('Who holds it; shown in logs and the dashboard.'),
  token: z
    .string()
    .min(16, { error: 'a token has at least 16 characters' })
    .optional()
    .describe('What clients send as a bearer token; better ${VAR} than the token itself.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'expected 64 hexadecimal digits in lower case' })
    .optional()
    .describe('The SHA-256 of the token in hexadecimal, for those who keep no token in a file.'),
  servers: globs.optional().describe('Only these servers; all where it is absent.'),
  tools: globs.optional().describe('Only these tools, as globs of `server/name`; all where it is absent.'),
  rights: z
    .array(rights)
    .optional()
    .describe('`use` tools, `watch` the dashboard and metrics, `operate`: approve, restart. `use` where it is absent.'),
});

const httpConfig = z.strictObject({
  host: z.string().min(1).optional().describe('Where to listen. Beyond this machine only with `tokens` or `oauth`.'),
  port: z.int().min(0).max(65_535).optional().describe('The port; 0 for any free one.'),
  tokens: z.array(accessToken).optional().describe('Who may come in, and how far.'),
  oauth: z
    .strictObject({
      issuer: webAddress.describe('The authorization server whose tokens are taken.'),
      audience: z.string().min(1).describe('Who the tokens must be meant for: this gateway.'),
      jwksUri: webAddress.optional().describe('Where its keys are; asked of the issuer where it is absent.'),
      requiredScopes: z.array(z.string().min(1)).optional().describe('Scopes that every token must hold.'),
    })
    .optional()
    .describe('Takes the tokens of an OAuth authorization server.'),
  allowedHosts: z.array(z.string().min(1)).optional().describe('Names this gateway is reached by, besides its own.'),
  allowedOrigins: z.array(z.string().min(1)).optional().describe('Web pages that may call it.'),
  limits: z
    .strictObject({
      bodyBytes: z.int().min(1).optional().describe('Largest body of a request.'),
      headerBytes: z.int().min(1).optional().describe('Largest headers of a request.'),
      concurrent: z.int().min(1).optional().describe('Requests at the same time.'),
      perMinute: z.int().min(1).optional().describe('Requests of one token in a minute.'),
    })
    .optional()
    .describe('What one client may ask for.'),
});

/** The one description of a configuration: what is checked, what editors complete, and the types. */
export const gatewayConfig = z.strictObject({
  $schema: z.string().optional().describe('Lets an editor complete and check this file.'),
  mcpServers: z.record(serverName, serverConfig).describe('The servers, by name.'),
  toolStrategy: z.enum(STRATEGIES).optional().describe('What clients see in `tools/list`.'),
  dispatch: z
    .enum(['single', 'by-risk'])
    .optional()
    .describe('`by-risk`: a tool of its own for reading, writing and destroying, so that clients can ask for each.'),
  toolsets: z.array(z.string().min(1)).optional().describe('Only tools of these categories or servers exist.'),
  tools: z.array(z.string().min(1)).optional().describe('Only these tools exist, besides those of `toolsets`.'),
  categories: texts.optional().describe('Category → what it is about; takes part in search.'),
  trust: trust.optional(),
  http: httpConfig.optional().describe('Serving over HTTP.'),
  stateFolder: z
    .string()
    .min(1)
    .optional()
    .describe('Where the catalog, approvals and tokens are kept; a relative one is meant from this file.'),
  database: z
    .string()
    .min(1)
    .optional()
    .describe('`postgres://…`: approvals, tokens, sessions and usage are shared by every gateway that names it.'),
  runCode: z
    .boolean()
    .optional()
    .describe('Adds `run_code`: agents run scripts in a sandbox, which call every tool that they may call themselves.'),
  skills: z
    .boolean()
    .optional()
    .describe('Serves two agent skills that explain how to find and call the tools behind this gateway.'),
  learning: z.boolean().optional().describe('Whether to learn from use which tools are needed.'),
  traces: z.boolean().optional().describe('Whether to send OpenTelemetry traces.'),
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
