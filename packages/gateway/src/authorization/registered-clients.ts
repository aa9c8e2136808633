import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '@foldout/core/internal';
import { z } from 'zod';
import type { AuthorizationConfig } from '../config/sign-in-schema.ts';
import { sha256 } from '../http/access-tokens.ts';
import type { Tickets } from '../state/tickets.ts';

/** Where the hosted clients send users back. Others need an entry in `redirectHosts`. */
const REDIRECT_HOSTS: readonly string[] = [
  'claude.ai',
  'claude.com',
  'chatgpt.com',
  'vscode.dev',
  'insiders.vscode.dev',
];
/** A registration that no user has completed. So short that one address, at its rate, cannot fill the places of all. */
const UNUSED_MS = 3_600_000;
/** Bounds what anyone can make the gateway store. */
const MAX_UNUSED = 2_000;
const MAX_URIS = 10;
const MAX_NAME = 100;
/** Schemes whose addresses run code or read files. */
const UNSAFE: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'file:',
  'vbscript:',
  'blob:',
  'about:',
  'view-source:',
]);

export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** SHA-256 of the secret, in hexadecimal. Undefined: a public client. */
  readonly secretHash?: string | undefined;
  /** Whether the operator has configured it. The name of any other client is only what it says of itself. */
  readonly isConfigured: boolean;
}

/** An error of RFC 7591. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata' | 'temporarily_unavailable';

  constructor(code: RegistrationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const metadata = z.looseObject({
  redirect_uris: z.array(z.string().min(1).max(2_000)).min(1).max(MAX_URIS),
  client_name: z.string().max(1_000).optional(),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_post', 'client_secret_basic']).optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
});

/** The OAuth clients of the configuration, and those that have registered themselves. */
export class RegisteredClients {
  readonly #tickets: Tickets;
  readonly #configured: ReadonlyMap<string, OAuthClient>;
  readonly #redirectHosts: readonly string[];
  readonly #keptMs: number;

  constructor(config: AuthorizationConfig, tickets: Tickets, keptMs: number) {
    this.#tickets = tickets;
    this.#keptMs = keptMs;
    this.#redirectHosts = config.redirectHosts ?? REDIRECT_HOSTS;
    this.#configured = new Map(
      (config.clients ?? []).map(({ clientId: id, clientSecret, name, redirectUris }) => {
        const secretHash = clientSecret === undefined ? undefined : sha256(clientSecret).toString('hex');
        return [id, { id, name, redirectUris, secretHash, isConfigured: true }];
      }),
    );
  }

  async find(id: string): Promise<OAuthClient | undefined> {
    const configured = this.#configured.get(id);
    if (configured) return configured;
    if (id === '' || id.length > 200) return undefined;
    const text = (await this.#tickets.load('client', id)) ?? (await this.#tickets.load('registration', id));
    return text === undefined ? undefined : (JSON.parse(text) as OAuthClient);
  }

  /** A user has let the client in: it is kept as long as its access can be renewed. */
  async keep(client: OAuthClient): Promise<void> {
    if (client.isConfigured) return;
    await this.#tickets.put('client', client.id, JSON.stringify(client), Date.now() + this.#keptMs);
    await this.#tickets.take('registration', client.id);
  }

  /** Registers a client (RFC 7591). Returns the answer to it. */
  async register(sent: unknown): Promise<Record<string, unknown>> {
    const parsed = metadata.safeParse(sent);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const field = issue?.path.join('.') || 'the body';
      throw new RegistrationError(
        'invalid_client_metadata',
        `${field} is not valid: ${issue?.message ?? 'wrong type'}`,
      );
    }
    const {
      redirect_uris: redirectUris,
      client_name: given,
      token_endpoint_auth_method: method = 'none',
    } = parsed.data;
    for (const uri of redirectUris) this.#checkRedirect(uri);
    if ((await this.#tickets.count('registration')) >= MAX_UNUSED) {
      throw new RegistrationError('temporarily_unavailable', 'Too many clients have registered. Try again later.');
    }
    const secret = method === 'none' ? undefined : randomBytes(32).toString('base64url');
    const client: OAuthClient = {
      id: `c_${randomBytes(18).toString('base64url')}`,
      name: nameOf(given, redirectUris[0] as string),
      redirectUris,
      secretHash: secret === undefined ? undefined : sha256(secret).toString('hex'),
      isConfigured: false,
    };
    const now = Date.now();
    await this.#tickets.put('registration', client.id, JSON.stringify(client), now + UNUSED_MS);
    return {
      client_id: client.id,
      client_id_issued_at: Math.floor(now / 1_000),
      client_name: client.name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    };
  }

  #checkRedirect(uri: string): void {
    const refuse = (why: string): never => {
      throw new RegistrationError(
        'invalid_redirect_uri',
        `The redirect URI ${JSON.stringify(uri.slice(0, 200))} ${why}.`,
      );
    };
    if (!URL.canParse(uri)) refuse('is not an absolute URL');
    const { protocol, hostname, hash, username, password } = new URL(uri);
    if (hash !== '' || uri.includes('#')) refuse('has a fragment');
    if (username !== '' || password !== '') refuse('has a user name');
    if (UNSAFE.has(protocol)) refuse('has a scheme that is never allowed');
    if (protocol === 'http:' || protocol === 'https:') {
      if (isLoopback(hostname.replace(/^\[|\]$/g, ''))) return;
      if (protocol === 'http:') refuse('has to be https');
      if (this.#redirectHosts.some((host) => host === '*' || host === hostname)) return;
      refuse(`has a host that is not allowed: add "${hostname}" to http.authorization.redirectHosts of the gateway`);
    }
    if (this.#redirectHosts.includes(protocol)) return;
    refuse(`has a scheme that is not allowed: add "${protocol}" to http.authorization.redirectHosts of the gateway`);
  }
}

/** Whether a client has proved that it is the one. A public client proves it with PKCE alone. */
export function isAuthentic({ secretHash }: OAuthClient, secret: string | undefined): boolean {
  if (secretHash === undefined) return true;
  if (secret === undefined) return false;
  return timingSafeEqual(Buffer.from(secretHash, 'hex'), sha256(secret));
}

/** The name goes to pages and logs: nothing in it may look like other text. */
function nameOf(given: string | undefined, redirectUri: string): string {
  const clean = (given ?? '').replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const { hostname, protocol } = new URL(redirectUri);
  return (clean || hostname || protocol).slice(0, MAX_NAME);
}
