import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { SignInConfig } from '../config/sign-in-schema.ts';
import { secureUrl } from '../http/oauth-issuer.ts';
import { SUBJECT } from '../http/oauth-tokens.ts';
import type { Identity } from './identities.ts';
import { usableClaims } from './usable-claims.ts';

const DEFAULT_SCOPES: readonly string[] = ['openid', 'profile', 'email'];
const OFFLINE = 'offline_access';
const TIMEOUT_S = 10;
/** Hundreds of groups fit. */
const MAX_CLAIMS_LENGTH = 65_536;
const MAX_LABEL = 100;
const LABEL_CLAIMS = ['email', 'preferred_username', 'name'] as const;
/** Answers of a provider that mean: this user has no session (any more). */
const ENDED: ReadonlySet<unknown> = new Set(['invalid_grant', 'access_denied', 'unauthorized_client']);

/** What one sign-in has to remember until the browser is back. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignedIn {
  readonly identity: Identity;
  /** With the scope `offline_access`: reads the claims again later. */
  readonly refresh?: string | undefined;
}

/** The provider has refused a sign-in, or does not know the user any more. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

type Answer = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** An OpenID Connect provider. Its library is loaded with the first sign-in. */
export class OpenIdProvider {
  readonly #config: SignInConfig;
  readonly #callback: string;
  readonly #claims: readonly string[];
  #found: Promise<Configuration> | undefined;

  constructor(config: SignInConfig, callback: string, claims: readonly string[]) {
    secureUrl(config.issuer);
    this.#config = config;
    this.#callback = callback;
    this.#claims = claims;
  }

  /** Whether sign-ins can be renewed without the user. */
  get renews(): boolean {
    return this.#scopes.includes(OFFLINE);
  }

  /** Where to send the browser. */
  async begin(): Promise<SignInSecrets & { readonly url: URL }> {
    const oidc = await import('openid-client');
    const provider = await this.#discover();
    const secrets = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.#callback,
      scope: this.#scopes.join(' '),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      // OpenID Connect gives offline access only with consent.
      ...(this.renews && { prompt: 'consent' }),
    });
    return { ...secrets, url };
  }

  /** `query`: what the browser brought back. Throws `SignInRefused`, or another error if the provider does not answer. */
  async finish(query: URLSearchParams, { state, nonce, verifier }: SignInSecrets): Promise<SignedIn> {
    const oidc = await import('openid-client');
    const provider = await this.#discover();
    const back = new URL(this.#callback);
    back.search = query.toString();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const answer = await oidc.authorizationCodeGrant(provider, back, checks).catch((error: Error) => {
      throw refusalIn(error) ?? error;
    });
    return this.#signedIn(provider, answer);
  }

  /** Reads the claims of a user again. Throws `SignInRefused` if the provider has ended the sign-in. */
  async renew(refresh: string, subject: string): Promise<SignedIn> {
    const oidc = await import('openid-client');
    const provider = await this.#discover();
    const answer = await oidc.refreshTokenGrant(provider, refresh).catch((error: Error) => {
      throw refusalIn(error) ?? error;
    });
    const signedIn = await this.#signedIn(provider, answer, subject);
    return { ...signedIn, refresh: signedIn.refresh ?? refresh };
  }

  get #scopes(): readonly string[] {
    return [...new Set(['openid', ...(this.#config.scopes ?? DEFAULT_SCOPES)])];
  }

  async #signedIn(provider: Configuration, answer: Answer, known?: string): Promise<SignedIn> {
    const oidc = await import('openid-client');
    const idToken = answer.claims();
    const subject = idToken?.sub ?? known;
    if (subject === undefined || !SUBJECT.test(subject) || (known !== undefined && known !== subject)) {
      throw new SignInRefused('The provider has sent no subject, or another one.');
    }
    const { userinfo_endpoint: userInfo } = provider.serverMetadata();
    const missing = this.#claims.some((claim) => !Object.hasOwn(idToken ?? {}, claim));
    const more = missing && userInfo ? await oidc.fetchUserInfo(provider, answer.access_token, subject) : {};
    const all: Readonly<Record<string, unknown>> = { ...more, ...idToken };
    const claims = usableClaims(all, this.#claims);
    if (JSON.stringify(claims).length > MAX_CLAIMS_LENGTH)
      throw new SignInRefused('The claims of the user are too long.');
    return {
      identity: { kind: 'user', issuer: this.#config.issuer, subject, label: labelOf(all, subject), claims },
      ...(this.renews && answer.refresh_token !== undefined && { refresh: answer.refresh_token }),
    };
  }

  #discover(): Promise<Configuration> {
    this.#found ??= this.#find().catch((error: Error) => {
      // The next sign-in tries again.
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  async #find(): Promise<Configuration> {
    const oidc = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.#config;
    const url = new URL(issuer);
    const client = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    return await oidc.discovery(url, clientId, undefined, client, {
      timeout: TIMEOUT_S,
      // `secureUrl` allows http on loopback alone.
      execute: url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    });
  }
}

function refusalIn(error: Error & { readonly error?: unknown; readonly code?: unknown }): SignInRefused | undefined {
  if (error.code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' || ENDED.has(error.error)) {
    return new SignInRefused(`The provider has refused the sign-in (${String(error.error).slice(0, 100)}).`);
  }
  // Wrong state, nonce, signature or issuer: somebody has changed the answer.
  const isInvalid = typeof error.code === 'string' && /^OAUTH_(INVALID|JWT|JSON|PARSE|KEY)/.test(error.code);
  return isInvalid ? new SignInRefused('The answer of the provider is not valid.') : undefined;
}

function labelOf(claims: Readonly<Record<string, unknown>>, subject: string): string {
  const label = LABEL_CLAIMS.map((name) => claims[name]).find((one) => typeof one === 'string' && SUBJECT.test(one));
  return ((label as string | undefined) ?? subject).slice(0, MAX_LABEL);
}
