import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AccessRight, HttpConfig } from '../config/http-schema.ts';
import { networkOf } from '../config/network-address.ts';
import type { Log } from '../logging/log.ts';
import { AccessTokens } from './access-tokens.ts';
import { bearerIn } from './bearer.ts';
import { IssuerUnavailable } from './oauth-issuer.ts';
import { MissingScopes, OAuthTokens } from './oauth-tokens.ts';
import { type People, TOKEN_PREFIX } from './people.ts';
import { ALL_RIGHTS, createPrincipal, type Principal } from './principal.ts';
import { ProtectedResource } from './protected-resource.ts';
import { type Refusal, retryAfter } from './refusal.ts';
import { TokenBuckets } from './token-buckets.ts';

/** The principal of every request when no token is configured, which is allowed on loopback only. */
const LOCAL = createPrincipal({ name: 'local', rights: ['use', 'watch', 'operate'] });
/** The same with the key that only the user who started the gateway has: other users reach loopback too. */
const LOCAL_ADMINISTRATOR = createPrincipal({ name: 'local', rights: ALL_RIGHTS });
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Characters that are not allowed inside a quoted header value. */
const UNQUOTABLE = /[^\x20-\x7e]|["\\]/g;
const ISSUER_RETRY_S = 5;
const WARN_EVERY_MS = 30_000;

export interface AuthenticatorOptions {
  readonly config: Pick<HttpConfig, 'tokens' | 'oauth' | 'signIn' | 'authorization' | 'publicUrl'>;
  readonly people?: People | undefined;
  /** Gives the right `administer` where no token is needed. */
  readonly localKey?: string | undefined;
  readonly mcpPath: string;
  readonly failuresPerMinute: number;
  readonly log: Log;
}

/** Finds the principal of a request by the token in its Authorization header, or by the cookie of a browser. */
export class Authenticator {
  /** Whether requests need a token. */
  readonly required: boolean;
  /** Whether there can be several principals. Then each may use only a share of the limits. */
  readonly shared: boolean;
  readonly resource: ProtectedResource | undefined;
  readonly #tokens: AccessTokens;
  readonly #oauth: OAuthTokens | undefined;
  readonly #failures: TokenBuckets;
  readonly #people: People | undefined;
  readonly #issuesTokens: boolean;
  readonly #localKey: Buffer | undefined;
  readonly #log: Log;
  #warnedAt: number | undefined;

  constructor({ config, mcpPath, failuresPerMinute, people, localKey, log }: AuthenticatorOptions) {
    this.#tokens = new AccessTokens(config.tokens ?? []);
    this.#people = people;
    this.#localKey = localKey === undefined ? undefined : Buffer.from(localKey);
    if (config.oauth) this.#oauth = new OAuthTokens(config.oauth);
    const own = people && config.authorization ? config.publicUrl : undefined;
    this.#issuesTokens = own !== undefined;
    if (config.oauth || own !== undefined) this.resource = new ProtectedResource({ ...config, own }, mcpPath);
    this.#failures = new TokenBuckets(failuresPerMinute);
    this.#log = log;
    const hasUsers = config.oauth !== undefined || config.signIn !== undefined;
    this.required = this.#tokens.size > 0 || hasUsers;
    this.shared = this.#tokens.size > 1 || hasUsers;
  }

  /**
   * Returns a promise only for a token that has to be verified, and for a cookie. Cookies count for pages of the gateway
   * alone: `/mcp` never sees one.
   */
  identify(
    request: IncomingMessage,
    { cookies = false }: { readonly cookies?: boolean } = {},
  ): Principal | Refusal | Promise<Principal | Refusal> {
    if (!this.required) return this.#local(request);
    const { authorization, cookie } = request.headers;
    const token = bearerIn(authorization);
    if (token === undefined) {
      if (!cookies || !this.#people || authorization !== undefined || cookie === undefined)
        return this.#missing(request);
      return this.#lookedUp(this.#people.ofBrowser(request), () => this.#missing(request));
    }
    const principal = this.#tokens.find(token) ?? this.#oauth?.cached(token);
    if (principal) return principal;
    const address = addressOf(request);
    const wait = this.#failures.wait(address);
    if (wait > 0) return tooManyFailures(wait);
    if (this.#people && this.#issuesTokens && token.startsWith(TOKEN_PREFIX)) {
      return this.#lookedUp(this.#people.ofToken(token), () => this.#invalid(request, address));
    }
    if (this.#oauth && JWT.test(token)) return this.#verify(this.#oauth, token, request);
    return this.#invalid(request, address);
  }

  /** Who `before`, the principal of an accepted request, is by now. Undefined: its token is no longer valid. */
  async confirm(request: IncomingMessage, before: Principal): Promise<Principal | undefined> {
    if (!this.required) return this.#local(request);
    const token = bearerIn(request.headers.authorization);
    // While the issuer or the state does not answer, nobody is signed out.
    if (token === undefined) return this.#people?.ofBrowser(request).catch(() => before);
    const known = this.#tokens.find(token) ?? this.#oauth?.cached(token);
    if (known) return known;
    if (this.#people && this.#issuesTokens && token.startsWith(TOKEN_PREFIX))
      return this.#people.ofToken(token).catch(() => before);
    if (!this.#oauth || !JWT.test(token)) return undefined;
    return this.#oauth.verify(token).catch((error) => (error instanceof IssuerUnavailable ? before : undefined));
  }

  /** Undefined when the principal has the right. */
  refusal(request: IncomingMessage, principal: Principal, right: AccessRight): Refusal | undefined {
    if (principal.rights.has(right)) return undefined;
    const message = `'${principal.name}' lacks the right '${right}'.`;
    const scope = `foldout:${right}`;
    return { status: 403, message, headers: this.#challenge(request, { error: 'insufficient_scope', scope }) };
  }

  #local({ headers }: IncomingMessage): Principal {
    if (!this.#localKey || headers.authorization === undefined) return LOCAL;
    const sent = Buffer.from(bearerIn(headers.authorization) ?? '');
    const isKey = sent.length === this.#localKey.length && timingSafeEqual(sent, this.#localKey);
    return isKey ? LOCAL_ADMINISTRATOR : LOCAL;
  }

  async #lookedUp(found: Promise<Principal | undefined>, unknown: () => Refusal): Promise<Principal | Refusal> {
    try {
      return (await found) ?? unknown();
    } catch (error) {
      this.#warn(`Sign-ins cannot be read: ${(error as Error).message}`);
      const message = 'The sign-in cannot be checked, because the state of the gateway cannot be read. Try again.';
      return { status: 503, message, headers: retryAfter(ISSUER_RETRY_S) };
    }
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
        const message = 'The token cannot be checked, because the authorization server does not answer. Try again.';
        return { status: 503, message, headers: retryAfter(ISSUER_RETRY_S) };
      }
      return this.#invalid(request, addressOf(request));
    }
  }

  /** At most one warning in 30 s: an unreachable issuer would log one for each request. */
  #warn(message: string): void {
    const now = performance.now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    this.#log.warn(message);
  }

  #missing(request: IncomingMessage): Refusal {
    const message = "This gateway needs a token. Send it as 'Authorization: Bearer <token>'.";
    return { status: 401, message, headers: this.#challenge(request, {}) };
  }

  #invalid(request: IncomingMessage, address: string): Refusal {
    const wait = this.#failures.take(address);
    if (wait > 0) return tooManyFailures(wait);
    const message = 'The token is unknown, has expired, or is not for this gateway.';
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

function tooManyFailures(seconds: number): Refusal {
  return {
    status: 429,
    message: `Too many invalid tokens from this address. Try again in ${seconds} s.`,
    headers: retryAfter(seconds),
  };
}

/** The IPv4 address or the IPv6 network that connects. */
export function addressOf({ socket }: IncomingMessage): string {
  return networkOf(socket.remoteAddress ?? '');
}
