import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from '../config/http-schema.ts';
import type { Principal } from '../http/principal.ts';
import type { Route } from '../http/routes.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import { causeOf } from '../logging/cause-of.ts';
import type { Log } from '../logging/log.ts';
import type { Tickets } from '../state/tickets.ts';
import { type BrowserSession, Browsers, isOwnPage, newSecret } from './browsers.ts';
import { Cookies } from './cookies.ts';
import { Identities, type Identity } from './identities.ts';
import { OpenIdProvider, SignInRefused, type SignInSecrets } from './openid-provider.ts';
import { messagePage, tokenPage } from './pages.ts';

const SIGN_IN_PATH = '/sign-in';
const CALLBACK_PATH = '/sign-in/callback';
const TOKEN_PATH = '/sign-in/token';
const DASHBOARD = '/dashboard';
const HOURS = 12;
const HOUR_MS = 3_600_000;
/** Sign-ins that one address may start in a minute: each is kept for a while. */
const STARTS_PER_MINUTE = 300;
/** Wrong tokens of one address in a minute. */
const FAILURES_PER_MINUTE = 10;

interface Return {
  readonly returnTo: string;
}

export interface SignInOptions {
  readonly config: HttpConfig;
  readonly tickets: Tickets;
  readonly log: Log;
}

/** Signs people in with an OpenID Connect provider, or else with a token of the configuration, and remembers their browsers. */
export class SignIn {
  readonly browsers: Browsers;
  readonly #log: Log;
  readonly #starts = new TokenBuckets(STARTS_PER_MINUTE);
  readonly #failures = new TokenBuckets(FAILURES_PER_MINUTE);
  #config: HttpConfig;
  #cookies: Cookies | undefined;
  #identities: Identities;
  #provider: OpenIdProvider | undefined;

  constructor({ config, tickets, log }: SignInOptions) {
    this.#log = log;
    this.#config = config;
    this.#identities = new Identities(config);
    this.browsers = new Browsers(tickets, () => this.#cookies as Cookies);
    this.update(config);
  }

  get publicUrl(): string | undefined {
    return this.#config.publicUrl;
  }

  get identities(): Identities {
    return this.#identities;
  }

  get provider(): OpenIdProvider | undefined {
    return this.#provider;
  }

  /** What the provider is called on pages. */
  get providerName(): string | undefined {
    return this.#provider && this.#config.signIn && new URL(this.#config.signIn.issuer).host;
  }

  update(config: HttpConfig): void {
    const { publicUrl, signIn } = config;
    const identities = new Identities(config);
    const callback = publicUrl === undefined ? undefined : new URL(CALLBACK_PATH, publicUrl).href;
    const provider =
      signIn && callback !== undefined ? new OpenIdProvider(signIn, callback, identities.claims) : undefined;
    // Nothing of a configuration that is not valid is applied.
    this.#config = config;
    this.#identities = identities;
    this.#provider = provider;
    this.#cookies = publicUrl === undefined ? undefined : new Cookies(publicUrl);
  }

  /** The principal of a browser that is signed in, for a request of one of our own pages. */
  async ofBrowser(request: IncomingMessage): Promise<Principal | undefined> {
    const { publicUrl } = this.#config;
    if (publicUrl === undefined || !isOwnPage(request, publicUrl)) return undefined;
    const session = await this.browsers.find(request.headers.cookie);
    return session && this.#identities.principalOf(session.identity);
  }

  /** The session of a browser whose user may do something here. */
  async sessionOf(cookieHeader: string | null): Promise<BrowserSession | undefined> {
    const session = this.#isOn ? await this.browsers.find(cookieHeader) : undefined;
    return session && this.#identities.principalOf(session.identity) ? session : undefined;
  }

  get #isOn(): boolean {
    return this.#cookies !== undefined && (this.#provider !== undefined || this.#identities.hasTokens);
  }

  /** Sends a browser to the provider, or asks for a token. `returnTo`: a path of this gateway, never one from a request. */
  async start(cookieHeader: string | null, returnTo: string, address: string): Promise<Response> {
    if (!this.#isOn) return notHere();
    const wait = this.#starts.take(address);
    if (wait > 0) return messagePage(429, 'Too many sign-ins', `Try again in ${wait} seconds.`);
    try {
      if (!this.#provider) return await this.#askToken(cookieHeader, returnTo);
      const { url, ...secrets } = await this.#provider.begin();
      const flow: SignInSecrets & Return = { ...secrets, returnTo };
      return redirect(url.href, [await this.browsers.startFlow('flow', flow.state, cookieHeader, flow)]);
    } catch (error) {
      return this.#failed(error);
    }
  }

  routes(): Route[] {
    return [
      {
        method: 'GET',
        path: SIGN_IN_PATH,
        right: undefined,
        handle: (request, _visitor, { address }) => this.start(request.headers.get('cookie'), DASHBOARD, address),
      },
      {
        method: 'POST',
        path: TOKEN_PATH,
        right: undefined,
        csrf: 'own',
        handle: (request, _visitor, { address }) => this.#takeToken(request, address),
      },
      { method: 'GET', path: CALLBACK_PATH, right: undefined, handle: (request) => this.#finish(request) },
      {
        method: 'POST',
        path: '/sign-out',
        right: undefined,
        handle: async (request) => {
          if (!this.#isOn) return notHere();
          const removed = await this.browsers.close(request.headers.get('cookie'));
          return Response.json({ signedOut: true }, { headers: { ...NO_STORE, 'set-cookie': removed } });
        },
      },
    ];
  }

  async #finish(request: Request): Promise<Response> {
    if (!this.#provider) return notHere();
    const cookieHeader = request.headers.get('cookie');
    const query = new URL(request.url).searchParams;
    const flow = await this.browsers.endFlow<SignInSecrets & Return>('flow', query.get('state') ?? '', cookieHeader);
    if (!flow) return startAgain();
    try {
      const { identity, refresh } = await this.#provider.finish(query, flow);
      const principal = this.#identities.principalOf(identity);
      if (!principal) {
        const label = identity.kind === 'user' ? identity.label : '';
        this.#log.warn(`a user without a grant tried to sign in: no entry of http.signIn.grants fits`);
        return messagePage(403, 'No access', `${label} may not use this gateway. Ask its operator for access.`);
      }
      this.#log.info(`'${principal.name}' has signed in`);
      return await this.#enter(flow.returnTo, identity, refresh);
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #enter(returnTo: string, identity: Identity, refresh?: string): Promise<Response> {
    const until = Date.now() + (this.#config.signIn?.hours ?? HOURS) * HOUR_MS;
    return redirect(returnTo, [await this.browsers.open({ identity, refresh, until })]);
  }

  async #askToken(cookieHeader: string | null, returnTo: string, problem?: string): Promise<Response> {
    const secret = newSecret();
    const setCookie = await this.browsers.startFlow('entrance', secret, cookieHeader, { returnTo } satisfies Return);
    const response = tokenPage({ action: TOKEN_PATH, request: secret, problem });
    response.headers.append('set-cookie', setCookie);
    return response;
  }

  async #takeToken(request: Request, address: string): Promise<Response> {
    if (!this.#isOn) return notHere();
    const cookieHeader = request.headers.get('cookie');
    const form = new URLSearchParams(await request.text());
    const flow = await this.browsers.endFlow<Return>('entrance', form.get('request') ?? '', cookieHeader);
    if (!flow) return startAgain();
    const wait = this.#failures.wait(address);
    const identity = wait > 0 ? undefined : this.#identities.ofToken(form.get('secret') ?? '');
    if (identity) return await this.#enter(flow.returnTo, identity);
    this.#failures.take(address);
    const problem =
      wait > 0 ? `Too many wrong tokens. Try again in ${wait} seconds.` : 'This gateway does not know that token.';
    return await this.#askToken(cookieHeader, flow.returnTo, problem);
  }

  #failed(error: unknown): Response {
    if (error instanceof SignInRefused) {
      this.#log.warn(`a sign-in was refused: ${error.message}`);
      return messagePage(403, 'Not signed in', error.message);
    }
    const { issuer } = this.#config.signIn ?? {};
    this.#log.warn(`a sign-in failed at the identity provider ${issuer}: ${causeOf(error)}. Check http.signIn`);
    return messagePage(503, 'Not signed in', 'The identity provider does not answer as expected. Try again later.');
  }
}

const NO_STORE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...NO_STORE, 'referrer-policy': 'no-referrer', location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

export function startAgain(): Response {
  const text = 'This page has expired, was used already, or was opened in another browser. Start again.';
  return messagePage(400, 'Start again', text);
}

export function notHere(): Response {
  return messagePage(404, 'Nothing here', 'This gateway is not configured for sign-ins.');
}
