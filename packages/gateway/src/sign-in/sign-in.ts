import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from '../config/http-schema.ts';
import type { Principal } from '../http/principal.ts';
import type { Route } from '../http/routes.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import type { Log } from '../logging/log.ts';
import type { Tickets } from '../state/tickets.ts';
import { type BrowserSession, Browsers, isOwnPage } from './browsers.ts';
import { Cookies } from './cookies.ts';
import { Identities } from './identities.ts';
import { OpenIdProvider, SignInRefused } from './openid-provider.ts';
import { messagePage } from './pages.ts';

const SIGN_IN_PATH = '/sign-in';
const CALLBACK_PATH = '/sign-in/callback';
const DASHBOARD = '/dashboard';
const HOURS = 12;
const HOUR_MS = 3_600_000;
/** Sign-ins that one address may start in a minute: each is kept for a while. */
const STARTS_PER_MINUTE = 300;

export interface SignInOptions {
  readonly config: HttpConfig;
  readonly tickets: Tickets;
  readonly log: Log;
}

/** Signs people in with an OpenID Connect provider, and remembers their browsers. */
export class SignIn {
  readonly browsers: Browsers;
  readonly #log: Log;
  readonly #starts = new TokenBuckets(STARTS_PER_MINUTE);
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
    if (!this.#provider || publicUrl === undefined || !isOwnPage(request, publicUrl)) return undefined;
    const session = await this.browsers.find(request.headers.cookie);
    return session && this.#identities.principalOf(session.identity);
  }

  /** The session of a browser whose user may do something here. */
  async sessionOf(cookieHeader: string | null): Promise<BrowserSession | undefined> {
    const session = this.#provider && (await this.browsers.find(cookieHeader));
    return session && this.#identities.principalOf(session.identity) ? session : undefined;
  }

  /** Sends a browser to the provider. `returnTo`: a path of this gateway, never one from a request. */
  async start(cookieHeader: string | null, returnTo: string, address: string): Promise<Response> {
    if (!this.#provider) return notHere();
    const wait = this.#starts.take(address);
    if (wait > 0) return messagePage(429, 'Too many sign-ins', `Try again in ${wait} seconds.`);
    try {
      const { url, ...secrets } = await this.#provider.begin();
      const { browser, setCookie } = this.browsers.recognize(cookieHeader);
      await this.browsers.startFlow({ ...secrets, browser, returnTo });
      return redirect(url.href, [setCookie]);
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
      { method: 'GET', path: CALLBACK_PATH, right: undefined, handle: (request) => this.#finish(request) },
      {
        method: 'POST',
        path: '/sign-out',
        right: undefined,
        handle: async (request) => {
          if (!this.#provider) return notHere();
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
    const flow = await this.browsers.endFlow(query.get('state') ?? '', cookieHeader);
    if (!flow) {
      const text = 'This sign-in has expired, was used already, or was started in another browser. Start again.';
      return messagePage(400, 'Start again', text);
    }
    try {
      const { identity, refresh } = await this.#provider.finish(query, flow);
      const principal = this.#identities.principalOf(identity);
      if (!principal) {
        const label = identity.kind === 'user' ? identity.label : '';
        this.#log.warn(`a user without a grant tried to sign in: no entry of http.signIn.grants fits`);
        return messagePage(403, 'No access', `${label} may not use this gateway. Ask its operator for access.`);
      }
      this.#log.info(`'${principal.name}' has signed in`);
      const until = Date.now() + (this.#config.signIn?.hours ?? HOURS) * HOUR_MS;
      return redirect(flow.returnTo, [await this.browsers.open({ identity, refresh, until })]);
    } catch (error) {
      return this.#failed(error);
    }
  }

  #failed(error: unknown): Response {
    const message = error instanceof Error ? error.message : String(error);
    this.#log.warn(`a sign-in failed: ${message}`);
    if (error instanceof SignInRefused) return messagePage(403, 'Not signed in', message);
    return messagePage(503, 'Not signed in', 'The identity provider does not answer as expected. Try again later.');
  }
}

const NO_STORE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ ...NO_STORE, 'referrer-policy': 'no-referrer', location });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

export function notHere(): Response {
  return messagePage(404, 'Nothing here', 'This gateway is not configured for sign-ins.');
}
