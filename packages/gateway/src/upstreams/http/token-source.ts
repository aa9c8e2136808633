import { createHash } from 'node:crypto';
import type { AuthProvider } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../../config/config-schema.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 30_000;
const EXCHANGE_GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const REQUEST_MS = 15_000;

type Identity = Exclude<ServerConfig['identity'], undefined | 'shared' | 'person' | 'forward'>;

/** The verified token of the caller, as it is now: callers renew theirs. Undefined: the caller has none. */
export type CallerToken = () => string | undefined;

interface KnownToken {
  readonly token: string;
  readonly until: number;
  /** The caller's token that it was exchanged for. */
  readonly from: string | undefined;
}

/** The token of the caller, as it is. */
export function forwardedToken(caller: CallerToken): AuthProvider {
  return { token: async () => caller() };
}

/** Gets tokens from an authorization server: in exchange for the caller's (RFC 8693), or for the gateway itself. */
export class RequestedToken implements AuthProvider {
  readonly #identity: Identity;
  readonly #caller: CallerToken | undefined;
  readonly #fetch: typeof fetch;
  #known: Promise<KnownToken> | undefined;

  /** Without `caller`, nobody calls: the lists are read with a token of the gateway itself. */
  constructor(identity: Identity, caller?: CallerToken) {
    this.#identity = identity;
    this.#caller = caller;
    this.#fetch = boundedFetch(guardedFetch(identity.tokenUrl));
  }

  async token(): Promise<string | undefined> {
    const from = this.#identity.kind === 'exchange' ? this.#caller?.() : undefined;
    // A caller without a token must not act as the gateway: the server refuses the call.
    if (this.#identity.kind === 'exchange' && this.#caller && from === undefined) return undefined;
    const known = await this.#known?.catch(() => undefined);
    if (!known || known.from !== from || known.until <= Date.now()) this.#known = this.#request(from);
    return (await this.#known)?.token;
  }

  /** The server has refused the token: the next one is a new one. */
  async onUnauthorized(): Promise<void> {
    this.#known = undefined;
  }

  async #request(from: string | undefined): Promise<KnownToken> {
    const { tokenUrl, clientId, clientSecret, scopes, audience, resource } = this.#identity;
    const body = new URLSearchParams({
      grant_type: from === undefined ? 'client_credentials' : EXCHANGE_GRANT,
      ...(from !== undefined && { subject_token: from, subject_token_type: ACCESS_TOKEN }),
      ...(audience !== undefined && { audience }),
      ...(resource !== undefined && { resource }),
      ...(scopes && { scope: scopes.join(' ') }),
    });
    const response = await this.#fetch(tokenUrl, {
      method: 'POST',
      headers: { authorization: basic(clientId, clientSecret), accept: 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    const { access_token: token, expires_in: seconds, error } = answer;
    if (!response.ok || typeof token !== 'string') {
      // The answer may quote a token: only the registered error code is shown.
      const code = typeof error === 'string' && /^[\w-]{1,60}$/.test(error) ? ` (${error})` : '';
      throw new Error(`the authorization server gave no token: HTTP status ${response.status}${code}`);
    }
    const lifetime = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 300_000;
    return { token, until: Date.now() + Math.max(lifetime / 2, lifetime - RENEW_BEFORE_MS), from };
  }
}

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
function basic(id: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}

/** Whether each principal has an own connection to the server. */
export function isPersonal({ identity = 'shared' }: Pick<ServerConfig, 'identity'>): boolean {
  return (
    identity === 'person' || identity === 'forward' || (typeof identity === 'object' && identity.kind === 'exchange')
  );
}

/** Names a principal in keys of the credential store without length limits. */
export function principalKey(principal: string): string {
  return createHash('sha256').update(principal).digest('hex');
}
