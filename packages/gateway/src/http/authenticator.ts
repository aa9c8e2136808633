import type { IncomingMessage } from 'node:http';
import type { AccessRight, HttpConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import { AccessTokens } from './access-tokens.ts';
import { IssuerUnavailable } from './oauth-issuer.ts';
import { MissingScopes, OAuthTokens } from './oauth-tokens.ts';
import { ALL_RIGHTS, createPrincipal, type Principal } from './principal.ts';
import { ProtectedResource } from './protected-resource.ts';
import { type Refusal, tryAgainIn } from './refusal.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Whoever is on this machine, where nobody else can be. */
const LOCAL = createPrincipal({ name: 'local', rights: ALL_RIGHTS });
const BEARER = /^Bearer +(\S+) *$/i;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** What cannot stand between quotes in a header. */
const UNQUOTABLE = /[^\x20-\x7e]|["\\]/g;
const ISSUER_RETRY_S = 5;
const WARN_EVERY_MS = 30_000;

export interface AuthenticatorOptions {
  readonly config: Pick<HttpConfig, 'tokens' | 'oauth'>;
  readonly mcpPath: string;
  readonly failuresPerMinute: number;
  readonly log: Log;
}

/** Says whose a request is, by the token in its Authorization header. */
export class Authenticator {
  /** Whether a token is needed. */
  readonly required: boolean;
  /** Whether there can be more than one principal. */
  readonly shared: boolean;
  readonly resource: ProtectedResource | undefined;
  readonly #tokens: AccessTokens;
  readonly #oauth: OAuthTokens | undefined;
  readonly #failures: TokenBuckets;
  readonly #log: Log;
  #warnedAt: number | undefined;

  constructor({ config, mcpPath, failuresPerMinute, log }: AuthenticatorOptions) {
    this.#tokens = new AccessTokens(config.tokens ?? []);
    if (config.oauth) {
      this.#oauth = new OAuthTokens(config.oauth);
      this.resource = new ProtectedResource(config.oauth, mcpPath);
    }
    this.#failures = new TokenBuckets(failuresPerMinute);
    this.#log = log;
    this.required = this.#tokens.size > 0 || config.oauth !== undefined;
    this.shared = this.#tokens.size > 1 || config.oauth !== undefined;
  }

  /** At once where nothing has to be looked up. */
  identify(request: IncomingMessage): Principal | Refusal | Promise<Principal | Refusal> {
    if (!this.required) return LOCAL;
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return this.#missing(request);
    const principal = this.#tokens.find(token) ?? this.#oauth?.known(token);
    if (principal) return principal;
    const address = addressOf(request);
    const wait = this.#failures.wait(address);
    if (wait > 0) return tooMany(wait);
    if (this.#oauth && JWT.test(token)) return this.#verify(this.#oauth, token, request);
    return this.#wrong(request, address);
  }

  /** Why a principal may not do what it asks for; undefined where it may. */
  refusal(request: IncomingMessage, principal: Principal, right: AccessRight): Refusal | undefined {
    if (principal.rights.has(right)) return undefined;
    const message = `'${principal.name}' lacks the right '${right}'.`;
    const scope = `foldout:${right}`;
    return { status: 403, message, headers: this.#challenge(request, { error: 'insufficient_scope', scope }) };
  }

  async #verify(oauth: OAuthTokens, token: string, request: IncomingMessage): Promise<Principal | Refusal> {
    try {
      return await oauth.verify(token);
    } catch (error) {
      if (error instanceof MissingScopes) {
        const scope = error.scopes.join(' ');
        return {
          status: 403,
          message: error.message,
          headers: this.#challenge(request, { error: 'insufficient_scope', scope }),
        };
      }
      if (error instanceof IssuerUnavailable) {
        this.#warn(`Tokens cannot be checked: ${error.message}`);
        const message = 'Tokens cannot be checked now, because the authorization server does not answer.';
        return { status: 503, message, headers: tryAgainIn(ISSUER_RETRY_S) };
      }
      return this.#wrong(request, addressOf(request));
    }
  }

  /** The first of many: the next ones say the same. */
  #warn(message: string): void {
    const now = performance.now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    this.#log.warn(message);
  }

  #missing(request: IncomingMessage): Refusal {
    const message = "A token is needed: send it as 'Authorization: Bearer <token>'.";
    return { status: 401, message, headers: this.#challenge(request, {}) };
  }

  #wrong(request: IncomingMessage, address: string): Refusal {
    const wait = this.#failures.take(address);
    if (wait > 0) return tooMany(wait);
    const message = 'The token is unknown, has ended, or is meant for something else.';
    return { status: 401, message, headers: this.#challenge(request, { error: 'invalid_token' }) };
  }

  #challenge(request: IncomingMessage, parameters: Readonly<Record<string, string>>): Record<string, string> {
    const all = {
      realm: 'foldout',
      ...parameters,
      ...(this.resource && { resource_metadata: this.resource.metadataUrl(request) }),
    };
    const list = Object.entries(all).map(([name, value]) => `${name}="${value.replaceAll(UNQUOTABLE, '')}"`);
    return { 'www-authenticate': `Bearer ${list.join(', ')}` };
  }
}

export function isRefusal(value: Principal | Refusal): value is Refusal {
  return 'status' in value;
}

function tooMany(seconds: number): Refusal {
  return { status: 429, message: `Too many wrong tokens. Try again in ${seconds} s.`, headers: tryAgainIn(seconds) };
}

/** The network of an IPv6 address: whoever has one address of it has all. */
function addressOf({ socket }: IncomingMessage): string {
  const address = socket.remoteAddress ?? '';
  return address.includes(':') && !address.startsWith('::ffff:') ? address.split(':', 4).join(':') : address;
}
