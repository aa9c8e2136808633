import type { ServerConfig } from '../../config/config-schema.ts';
import type { Credentials } from '../../state/shared-state.ts';
import { loadSdk } from '../sdk.ts';
import type { AuthorizeOptions, StartedSignIn, WebSignIn } from '../upstream.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { headersOf } from './http-transports.ts';
import { type InteractiveSignIn, type SignInProgress, StoredOAuth } from './oauth-provider.ts';
import { codeIn, listenForRedirect } from './redirect-listener.ts';

/** OAuth sign-in at one server over HTTP. */
export class SignIn implements WebSignIn {
  readonly #name: string;
  readonly #config: ServerConfig;
  readonly #credentials: Credentials;
  readonly #principal: string | undefined;
  /** The access token of the last connection. A different stored token means a new sign-in. */
  #lastToken: string | undefined;

  /** `principal`: whose sign-in it is. Undefined: that of all callers. */
  constructor(name: string, config: ServerConfig, credentials: Credentials, principal?: string) {
    this.#principal = principal;
    this.#name = name;
    this.#config = config;
    this.#credentials = credentials;
  }

  /** The credentials to connect with; undefined when no user has signed in, or the server has no sign-in. */
  async provider(): Promise<StoredOAuth | undefined> {
    if (!this.#isPossible()) return undefined;
    const provider = this.#stored();
    this.#lastToken = (await provider.tokens())?.access_token;
    return this.#lastToken === undefined ? undefined : provider;
  }

  /** Whether a user has signed in since the last connection, in this process or another. */
  async hasNewToken(): Promise<boolean> {
    if (!this.#isPossible()) return false;
    const token = (await this.#stored().tokens())?.access_token;
    return token !== undefined && token !== this.#lastToken;
  }

  async authorize({ onLink, signal }: AuthorizeOptions): Promise<void> {
    const sdk = await loadSdk();
    const options = await this.#options(signal);
    const settings = typeof this.#config.oauth === 'object' ? this.#config.oauth : {};
    const listener = await listenForRedirect(settings.redirectPort ?? 0);
    try {
      const interactive = { redirectUrl: listener.url, onLink };
      const provider = this.#stored(interactive);
      const redirect = listener.wait(provider.state(), signal);
      redirect.catch(() => {});
      if ((await sdk.auth(provider, options)) === 'AUTHORIZED') return;
      const { code, iss } = await redirect;
      await sdk.auth(provider, { ...options, authorizationCode: code, ...(iss !== undefined && { iss }) });
    } finally {
      listener.close();
    }
  }

  async isStored(): Promise<boolean> {
    return (await this.#stored().tokens()) !== undefined;
  }

  async begin(redirectUrl: string): Promise<StartedSignIn | undefined> {
    const sdk = await loadSdk();
    let url: URL | undefined;
    const onLink = (link: URL): void => {
      url = link;
    };
    const provider = this.#stored({ redirectUrl, onLink });
    if ((await sdk.auth(provider, await this.#options(undefined))) === 'AUTHORIZED' || url === undefined)
      return undefined;
    return { url, state: provider.state(), pending: JSON.stringify(provider.progress) };
  }

  async finish(pending: string, query: URLSearchParams, redirectUrl: string): Promise<void> {
    const sdk = await loadSdk();
    const { code, iss } = codeIn(query);
    const progress = JSON.parse(pending) as SignInProgress;
    const provider = this.#stored({ redirectUrl, onLink: () => {}, progress });
    const options = { ...(await this.#options(undefined)), authorizationCode: code, ...(iss !== undefined && { iss }) };
    if ((await sdk.auth(provider, options)) !== 'AUTHORIZED') throw new Error('the server did not accept the sign-in');
  }

  async #options(signal: AbortSignal | undefined) {
    const { url: serverUrl, oauth } = this.#config;
    if (serverUrl === undefined)
      throw new Error(`server "${this.#name}" is a local command: there is nothing to sign in to`);
    if (!this.#isPossible())
      throw new Error(
        `server "${this.#name}" uses a fixed token. To sign in instead, remove "bearerToken" and "oauth": false`,
      );
    const challenge = await this.#challenge(serverUrl, signal);
    const scopes = typeof oauth === 'object' ? oauth.scopes?.join(' ') : undefined;
    return {
      serverUrl,
      fetchFn: boundedFetch(guardedFetch(serverUrl)),
      ...(challenge?.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
      ...scopeOption(scopes ?? challenge?.scope),
    };
  }

  #stored(interactive?: InteractiveSignIn): StoredOAuth {
    const whose = { principal: this.#principal, ...(interactive && { interactive }) };
    return new StoredOAuth(this.#name, this.#config, this.#credentials, whose);
  }

  #isPossible(): boolean {
    const { url, oauth, bearerToken } = this.#config;
    return url !== undefined && oauth !== false && bearerToken === undefined;
  }

  /** Sends a request without a token: the refusal says where to sign in (`WWW-Authenticate`). */
  async #challenge(
    url: string,
    signal: AbortSignal | undefined,
  ): Promise<{ resourceMetadataUrl?: URL; scope?: string } | undefined> {
    const sdk = await loadSdk();
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headersOf(this.#config),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
      redirect: 'manual',
      ...(signal && { signal }),
    });
    await response.body?.cancel();
    return response.headers.has('www-authenticate') ? sdk.extractWWWAuthenticateParams(response) : undefined;
  }
}

function scopeOption(scope: string | undefined): { scope?: string } {
  return scope === undefined ? {} : { scope };
}
