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

/** What is kept of a sign-in, as one secret. */
interface SignIn {
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly client?: StoredOAuthClientInformation | undefined;
  /** Where the client said that the browser comes back to: it is only good for that place. */
  readonly redirectUrl?: string | undefined;
}

/** A person who is there to sign in, and where the browser takes them afterwards. */
export interface Attendance {
  readonly redirectUrl: string;
  readonly onLink: (url: URL) => void;
}

/** The SDK knows it by its name. */
export class SignInNeeded extends Error {
  override readonly name = 'UnauthorizedError';
}

/**
 * Keeps the tokens and the registration of one server. Without somebody in attendance it refreshes what there is, and
 * refuses whatever would need a browser.
 */
export class StoredOAuth implements OAuthClientProvider {
  readonly #key: string;
  readonly #credentials: Credentials;
  readonly #settings: Exclude<ServerConfig['oauth'], boolean | undefined>;
  readonly #attendance: Attendance | undefined;
  readonly #state = randomBytes(24).toString('base64url');
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(name: string, config: ServerConfig, credentials: Credentials, attendance?: Attendance) {
    // Tokens are for one address: a name that is given to another server does not take them along.
    const address = createHash('sha256')
      .update(config.url ?? '')
      .digest('hex')
      .slice(0, 16);
    this.#key = `oauth:${name}:${address}`;
    this.#credentials = credentials;
    this.#settings = typeof config.oauth === 'object' ? config.oauth : {};
    this.#attendance = attendance;
  }

  get redirectUrl(): string {
    return this.#attendance?.redirectUrl ?? 'http://127.0.0.1/callback';
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

  state(): string {
    return this.#state;
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret } = this.#settings;
    if (clientId !== undefined) {
      return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    }
    const { client, redirectUrl } = await this.#load();
    if (!this.#attendance) {
      // The SDK would register a client that nobody can sign in with.
      if (!client) throw new SignInNeeded('nobody has signed in');
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
    if (!this.#attendance) throw new SignInNeeded('the sign-in is no longer valid');
    this.#attendance.onLink(url);
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

  async #load(): Promise<SignIn> {
    const kept = await this.#credentials.load(this.#key);
    try {
      return kept === undefined ? {} : (JSON.parse(kept) as SignIn);
    } catch {
      return {};
    }
  }

  async #change(change: SignIn): Promise<void> {
    await this.#credentials.save(this.#key, JSON.stringify({ ...(await this.#load()), ...change }));
  }
}
