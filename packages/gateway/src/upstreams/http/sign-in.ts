import type { ServerConfig } from '../../config/config-schema.ts';
import type { Credentials } from '../../state/shared-state.ts';
import { loadSdk } from '../sdk.ts';
import type { AuthorizeOptions } from '../upstream.ts';
import { headersOf } from './http-transports.ts';
import { StoredOAuth } from './oauth-provider.ts';
import { listenForRedirect } from './redirect-listener.ts';

/** The sign-in at one server over HTTP. */
export class SignIn {
  readonly #name: string;
  readonly #config: ServerConfig;
  readonly #credentials: Credentials;
  #tried: string | undefined;

  constructor(name: string, config: ServerConfig, credentials: Credentials) {
    this.#name = name;
    this.#config = config;
    this.#credentials = credentials;
  }

  /** What to connect with; undefined where nobody has signed in, or nobody can. */
  async provider(): Promise<StoredOAuth | undefined> {
    if (!this.#isPossible()) return undefined;
    const provider = new StoredOAuth(this.#name, this.#config, this.#credentials);
    this.#tried = (await provider.tokens())?.access_token;
    return this.#tried === undefined ? undefined : provider;
  }

  /** Whether somebody, here or elsewhere, has signed in since the last try. */
  async isNew(): Promise<boolean> {
    if (!this.#isPossible()) return false;
    const now = (await new StoredOAuth(this.#name, this.#config, this.#credentials).tokens())?.access_token;
    return now !== undefined && now !== this.#tried;
  }

  async authorize({ onLink, signal }: AuthorizeOptions): Promise<void> {
    const { url: serverUrl } = this.#config;
    if (serverUrl === undefined)
      throw new Error(`server "${this.#name}" runs on this machine: there is nothing to sign in to`);
    if (!this.#isPossible())
      throw new Error(`server "${this.#name}" is configured to use a fixed token, not a sign-in`);
    const sdk = await loadSdk();
    const settings = typeof this.#config.oauth === 'object' ? this.#config.oauth : {};
    const listener = await listenForRedirect(settings.redirectPort ?? 0);
    try {
      const attendance = { redirectUrl: listener.url, onLink };
      const provider = new StoredOAuth(this.#name, this.#config, this.#credentials, attendance);
      const challenge = await this.#challenge(serverUrl, signal);
      const options = {
        serverUrl,
        ...(challenge?.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
        ...scopeOf(settings.scopes?.join(' ') ?? challenge?.scope),
      };
      const back = listener.wait(provider.state(), signal);
      back.catch(() => {});
      if ((await sdk.auth(provider, options)) === 'AUTHORIZED') return;
      const { code, iss } = await back;
      await sdk.auth(provider, { ...options, authorizationCode: code, ...(iss !== undefined && { iss }) });
    } finally {
      listener.close();
    }
  }

  #isPossible(): boolean {
    const { url, oauth, bearerToken } = this.#config;
    return url !== undefined && oauth !== false && bearerToken === undefined;
  }

  /** A server says where to sign in when it refuses a request. */
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

function scopeOf(scope: string | undefined): { scope?: string } {
  return scope === undefined ? {} : { scope };
}
