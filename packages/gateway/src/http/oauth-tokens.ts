import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { HttpConfig } from '../config/http-schema.ts';
import { sha256 } from './access-tokens.ts';
import { discoverKeys, IssuerUnavailable, secureUrl } from './oauth-issuer.ts';
import { grantOf, scopesOf } from './oauth-scopes.ts';
import { createPrincipal, type Principal } from './principal.ts';

export type OAuthConfig = NonNullable<HttpConfig['oauth']>;

/** Asymmetric algorithms only. With a shared key or `none`, everyone who can verify a token could also create one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_TOLERANCE_S = 5;
/** How long a verified token is cached. A revoked key is accepted until then. */
const CACHE_MS = 300_000;
/** How long to wait before an unreachable issuer is asked again. */
const RETRY_MS = 5_000;
const MAX_TOKENS = 10_000;
/** A subject is written to the log, so it must not contain line breaks or control characters. */
export const SUBJECT = /^[^\p{C}\p{Zl}\p{Zp}]{1,255}$/u;
const KEYS = { timeoutDuration: 5_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 } as const;

/** The token is not valid for this gateway, or has expired. */
class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
}

/** The token is valid, but lacks required scopes. */
export class MissingScopes extends Error {
  override readonly name = 'MissingScopes';
  readonly scopes: readonly string[];

  constructor(scopes: readonly string[]) {
    super(`The token lacks the scope ${scopes.join(' ')}`);
    this.scopes = scopes;
  }
}

interface CachedToken {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Verifies the JSON Web Tokens of one authorization server. */
export class OAuthTokens {
  readonly #config: OAuthConfig;
  readonly #now: () => number;
  #keys: Promise<JWTVerifyGetKey> | undefined;
  #failedAt: number | undefined;
  readonly #verified = new LRUCache<string, CachedToken>({ max: MAX_TOKENS });
  /** By subject, client and scopes, so that a renewed token gives the same principal object. */
  readonly #principals = new LRUCache<string, Principal>({ max: MAX_TOKENS });

  constructor(config: OAuthConfig, now: () => number = Date.now) {
    secureUrl(config.issuer);
    if (config.jwksUri !== undefined) secureUrl(config.jwksUri);
    this.#config = config;
    this.#now = now;
  }

  /** The principal of a token that was verified recently. Sends no request. */
  cached(token: string): Principal | undefined {
    const key = sha256(token).toString('base64');
    const verified = this.#verified.get(key);
    if (!verified) return undefined;
    if (verified.until > this.#now()) return verified.principal;
    this.#verified.delete(key);
    return undefined;
  }

  /** Rejects with `InvalidToken`, `MissingScopes` or `IssuerUnavailable`. */
  async verify(token: string): Promise<Principal> {
    const payload = await this.#verifySigned(token);
    const scopes = scopesOf(payload);
    const missing = (this.#config.requiredScopes ?? []).filter((scope) => !scopes.includes(scope));
    if (missing.length > 0) throw new MissingScopes(missing);
    const principal = this.#principalOf(nameOf(payload), clientOf(payload), scopes);
    const until = Math.min((payload.exp as number) * 1000, this.#now() + CACHE_MS);
    this.#verified.set(sha256(token).toString('base64'), { principal, until });
    return principal;
  }

  async #verifySigned(token: string): Promise<JWTPayload> {
    const { issuer, audience } = this.#config;
    const keys = await this.#keySet();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now()),
        requiredClaims: ['exp'],
      });
      return payload;
    } catch (error) {
      throw isInvalidToken(error) ? new InvalidToken((error as Error).message, { cause: error }) : unavailable(error);
    }
  }

  #keySet(): Promise<JWTVerifyGetKey> {
    // The absolute difference: the clock may have been set back.
    if (this.#failedAt !== undefined && Math.abs(this.#now() - this.#failedAt) > RETRY_MS) {
      this.#keys = undefined;
      this.#failedAt = undefined;
    }
    this.#keys ??= this.#findKeys().catch((error: Error) => {
      this.#failedAt = this.#now();
      throw error;
    });
    return this.#keys;
  }

  async #findKeys(): Promise<JWTVerifyGetKey> {
    const { issuer, jwksUri } = this.#config;
    return createRemoteJWKSet(jwksUri === undefined ? await discoverKeys(issuer) : new URL(jwksUri), KEYS);
  }

  #principalOf(name: string, client: string | undefined, scopes: readonly string[]): Principal {
    const key = JSON.stringify([name, client ?? null, ...[...new Set(scopes)].sort()]);
    const known = this.#principals.get(key);
    if (known) return known;
    const principal = createPrincipal({ name, client, isOAuth: true, ...grantOf(scopes) });
    this.#principals.set(key, principal);
    return principal;
  }
}

/** The client that the token was issued to: `client_id` (RFC 9068), or `azp` (OpenID Connect). */
function clientOf({ client_id: clientId, azp }: JWTPayload): string | undefined {
  const client = clientId ?? azp;
  return typeof client === 'string' ? client : undefined;
}

/** A user (`sub`), or a client that acts for itself (`client_id`). The prefixes keep the two apart. */
function nameOf({ sub, client_id: clientId }: JWTPayload): string {
  const [prefix, id] = typeof sub === 'string' ? ['oauth:', sub] : ['oauth-client:', clientId];
  if (typeof id !== 'string' || !SUBJECT.test(id)) {
    throw new InvalidToken('The token has no subject: it needs a sub of 1 to 255 printable characters');
  }
  return `${prefix}${id}`;
}

const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
]);

/** Whether the token is invalid. Other errors mean that the keys could not be read. */
function isInvalidToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && TOKEN_ERRORS.has(error.code);
}

function unavailable(error: unknown): IssuerUnavailable {
  const message = error instanceof Error ? error.message : String(error);
  return new IssuerUnavailable(`The keys of the issuer cannot be read (${message})`, { cause: error });
}
