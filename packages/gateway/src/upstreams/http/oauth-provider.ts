import { createHash, randomBytes } from 'node:crypto';
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { ServerConfig } from '../../config/config-schema.ts';
import type { Credentials } from '../../state/shared-state.ts';
import { principalKey } from './token-source.ts';

/** The sign-in at one server. The credential store holds it under one key. */
interface StoredSignIn {
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly client?: StoredOAuthClientInformation | undefined;
  /** The redirect URL that the client was registered with. The registration is valid only for it. */
  readonly redirectUrl?: string | undefined;
}

/** An interactive sign-in: a user who can open a browser, and where the browser returns. */
/** What has to be kept between the two halves of a sign-in. */
export interface SignInProgress {
  readonly verifier: string;
  readonly discovery: OAuthDiscoveryState | undefined;
}

export interface InteractiveSignIn {
  readonly redirectUrl: string;
  readonly onLink: (url: URL) => void;
  /** Where an earlier half has ended. */
  readonly progress?: SignInProgress | undefined;
}

/** The SDK recognizes the error by this name. */
class SignInNeeded extends Error {
  override readonly name = 'UnauthorizedError';
}

/**
 * Stores the OAuth tokens and the client registration of one server. Without an interactive sign-in it only refreshes tokens,
 * and refuses every step that needs a browser.
 */
export class StoredOAuth implements OAuthClientProvider {
  readonly #key: string;
  readonly #credentials: Credentials;
  readonly #settings: Exclude<ServerConfig['oauth'], boolean | undefined>;
  readonly #interactive: InteractiveSignIn | undefined;
  readonly #state = randomBytes(24).toString('base64url');
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  /** `principal`: whose sign-in it is. Undefined: that of all callers. */
  constructor(
    name: string,
    config: ServerConfig,
    credentials: Credentials,
    {
      interactive,
      principal,
    }: { readonly interactive?: InteractiveSignIn; readonly principal?: string | undefined } = {},
  ) {
    // The key contains a hash of the URL: another server with the same name must not get these tokens.
    const urlHash = createHash('sha256')
      .update(config.url ?? '')
      .digest('hex')
      .slice(0, 16);
    this.#key = `oauth:${name}:${urlHash}${principal === undefined ? '' : `:${principalKey(principal)}`}`;
    this.#credentials = credentials;
    this.#settings = typeof config.oauth === 'object' ? config.oauth : {};
    this.#interactive = interactive;
    this.#verifier = interactive?.progress?.verifier ?? '';
    this.#discovery = interactive?.progress?.discovery;
  }

  get redirectUrl(): string {
    return this.#interactive?.redirectUrl ?? 'http://127.0.0.1/callback';
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes, clientSecret } = this.#settings;
    return {
      client_name: 'Foldout',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_post',
      ...(scopes && { scope: scopes.join(' ') }),
    };
  }

  get progress(): SignInProgress {
    return { verifier: this.#verifier, discovery: this.#discovery };
  }

  state(): string {
    return this.#state;
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret } = this.#settings;
    if (clientId !== undefined) {
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    }
    const { client, redirectUrl } = await this.#load();
    if (!this.#interactive) {
      // If this returned undefined, the SDK would register a new client, and no user is there to sign in with it.
      if (!client) throw new SignInNeeded('no user has signed in');
      return client;
    }
    return redirectUrl === this.redirectUrl ? client : undefined;
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    await this.#change({ client, redirectUrl: this.redirectUrl });
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.#load()).tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#change({ tokens });
  }

  redirectToAuthorization(url: URL): void {
    if (!this.#interactive) throw new SignInNeeded('the sign-in is no longer valid');
    this.#interactive.onLink(url);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all') await this.#credentials.remove(this.#key);
    if (scope === 'client') await this.#change({ client: undefined });
    if (scope === 'tokens') await this.#change({ tokens: undefined });
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
  }

  async #load(): Promise<StoredSignIn> {
    const stored = await this.#credentials.load(this.#key);
    try {
      return stored === undefined ? {} : (JSON.parse(stored) as StoredSignIn);
    } catch {
      return {};
    }
  }

  async #change(change: StoredSignIn): Promise<void> {
    await this.#credentials.save(this.#key, JSON.stringify({ ...(await this.#load()), ...change }));
  }
}
