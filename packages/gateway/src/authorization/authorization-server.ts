import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HttpConfig } from '../config/http-schema.ts';
import type { AuthorizationConfig } from '../config/sign-in-schema.ts';
import { grantOf, SCOPES_SUPPORTED } from '../http/oauth-scopes.ts';
import type { People } from '../http/people.ts';
import { narrowedTo, type Principal } from '../http/principal.ts';
import type { Route } from '../http/routes.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import type { Log } from '../logging/log.ts';
import { newSecret } from '../sign-in/browsers.ts';
import type { Identity } from '../sign-in/identities.ts';
import { messagePage } from '../sign-in/pages.ts';
import { notHere, redirect, SignIn, startAgain } from '../sign-in/sign-in.ts';
import type { Tickets } from '../state/tickets.ts';
import { type AuthorizationRequest, answerUrl, isRefused, readRequest } from './authorization-request.ts';
import { CONSENT_PATH, consentPage } from './consent-page.ts';
import { type AuthorizedGrant, IssuedTokens } from './issued-tokens.ts';
import { PrincipalsOfGrants } from './principals-of-grants.ts';
import { RegisteredClients } from './registered-clients.ts';
import { TokenEndpoint } from './token-endpoint.ts';

const AUTHORIZE_PATH = '/oauth/authorize';
const METADATA_PATH = '/.well-known/oauth-authorization-server';
const DAYS = 30;
const DAY_MS = 86_400_000;
const CLIENT_CACHE_MS = 15_000;
/** What one address may ask in a minute: each request is kept for a while. */
const REQUESTS_PER_MINUTE = 300;

interface AskedConsent {
  readonly request: AuthorizationRequest;
  readonly identity: Identity;
}

export interface AuthorizationServerOptions {
  readonly config: HttpConfig;
  readonly tickets: Tickets;
  readonly log: Log;
}

/** The settings that one configuration gives. A new configuration replaces them. */
interface Settings {
  readonly publicUrl: string;
  readonly issuer: string;
  readonly clients: RegisteredClients;
  readonly keptMs: number;
  readonly registration: boolean;
}

/** The gateway as an OAuth authorization server (OAuth 2.1): for clients that insist on one, and the people that use them. */
export class AuthorizationServer implements People {
  readonly #tickets: Tickets;
  readonly #log: Log;
  readonly signIn: SignIn;
  readonly #issued: IssuedTokens;
  readonly #principals: PrincipalsOfGrants;
  readonly #requests = new TokenBuckets(REQUESTS_PER_MINUTE);
  readonly #tokens: TokenEndpoint;
  readonly #knownClients = new LRUCache<string, true>({ max: 10_000, ttl: CLIENT_CACHE_MS });
  #settings: Settings | undefined;

  constructor({ config, tickets, log }: AuthorizationServerOptions) {
    this.#tickets = tickets;
    this.#log = log;
    this.signIn = new SignIn({ config, tickets, log });
    this.#issued = new IssuedTokens(tickets);
    this.#principals = new PrincipalsOfGrants(this.signIn);
    this.#tokens = new TokenEndpoint({ issued: this.#issued, signIn: this.signIn, log });
    this.#settings = this.#settingsOf(config);
  }

  /** The identity provider of `signIn`; undefined where people use tokens. */
  get identityProvider(): string | undefined {
    return this.signIn.providerName;
  }

  update(config: HttpConfig): void {
    this.signIn.update(config);
    this.#settings = this.#settingsOf(config);
    this.#knownClients.clear();
  }

  async ofToken(token: string): Promise<Principal | undefined> {
    const grant = this.#settings && (await this.#issued.find(token));
    return grant && (await this.#isKnown(grant.client)) ? this.#principals.of(grant) : undefined;
  }

  ofBrowser(request: Parameters<People['ofBrowser']>[0]): Promise<Principal | undefined> {
    return this.signIn.ofBrowser(request);
  }

  routes(): Route[] {
    const open = { right: undefined, csrf: 'own' } as const;
    const json = (handle: (request: Request, settings: Settings, address: string) => Promise<Response>) => {
      return (request: Request, _visitor: Principal, { address }: { readonly address: string }): Promise<Response> =>
        this.#settings ? handle(request, this.#settings, address) : Promise.resolve(notHere());
    };
    return [
      ...this.signIn.routes(),
      { ...open, method: 'GET', path: METADATA_PATH, handle: json(async (_request, settings) => metadata(settings)) },
      { ...open, method: 'GET', path: AUTHORIZE_PATH, handle: json((...args) => this.#authorize(...args)) },
      {
        ...open,
        method: 'POST',
        path: CONSENT_PATH,
        handle: json((request, settings) => this.#answer(request, settings)),
      },
      {
        ...open,
        method: 'POST',
        path: '/oauth/register',
        handle: json(async (request, { clients, registration }, address) => {
          return registration ? await this.#tokens.register(request, clients, address) : notHere();
        }),
      },
      {
        ...open,
        method: 'POST',
        path: '/oauth/token',
        handle: json((request, { clients }, address) => this.#tokens.answer(request, clients, address)),
      },
      {
        ...open,
        method: 'POST',
        path: '/oauth/revoke',
        handle: json((request, { clients }, address) => this.#tokens.revoke(request, clients, address)),
      },
    ];
  }

  /** False for a client that was removed from the configuration, or that nobody has used for long. */
  async #isKnown(id: string): Promise<boolean> {
    if (this.#knownClients.has(id)) return true;
    const client = await this.#settings?.clients.find(id);
    if (client) this.#knownClients.set(id, true);
    return client !== undefined;
  }

  #settingsOf({ authorization, publicUrl }: HttpConfig): Settings | undefined {
    if (!authorization || publicUrl === undefined) return undefined;
    const config: AuthorizationConfig = authorization === true ? {} : authorization;
    const keptMs = (config.days ?? DAYS) * DAY_MS;
    return {
      publicUrl,
      issuer: new URL(publicUrl).origin,
      clients: new RegisteredClients(config, this.#tickets, keptMs),
      keptMs,
      registration: config.registration ?? true,
    };
  }

  async #authorize(sent: Request, { clients, publicUrl, issuer }: Settings, address: string): Promise<Response> {
    const wait = this.#requests.take(address);
    if (wait > 0) return messagePage(429, 'Too many requests', `Try again in ${wait} seconds.`);
    const query = new URL(sent.url).searchParams;
    const client = await clients.find(query.get('client_id') ?? '');
    const request = readRequest(query, client, publicUrl);
    if (isRefused(request)) {
      const { error, message, redirectUri, state } = request;
      if (redirectUri === undefined) return messagePage(400, 'This request is not valid', message);
      return redirect(answerUrl({ redirectUri, state, issuer }, { error, error_description: message }));
    }
    const cookies = sent.headers.get('cookie');
    const { provider } = this.signIn;
    const session = await this.signIn.sessionOf(cookies);
    // A client that shall be checked with the provider later needs a refresh token of its own, so sign in for it.
    if (!session || (provider?.renews && session.refreshTaken)) {
      return await this.signIn.start(cookies, `${AUTHORIZE_PATH}?${query}`, address);
    }
    return await this.#ask(request, cookies, session.identity);
  }

  async #ask(request: AuthorizationRequest, cookies: string | null, identity: Identity): Promise<Response> {
    const principal = this.signIn.identities.principalOf(identity);
    if (!principal) return startAgain();
    const secret = newSecret();
    const asked: AskedConsent = { request, identity };
    const setCookie = await this.signIn.browsers.startFlow('request', secret, cookies, asked);
    const label = identity.kind === 'user' ? identity.label : 'the holder of a token';
    const response = consentPage({ request, secret, user: { label, principal } });
    response.headers.append('set-cookie', setCookie);
    return response;
  }

  async #answer(sent: Request, { clients, issuer, keptMs }: Settings): Promise<Response> {
    const cookies = sent.headers.get('cookie');
    const form = new URLSearchParams(await sent.text());
    const asked = await this.signIn.browsers.endFlow<AskedConsent>('request', form.get('request') ?? '', cookies);
    if (!asked) return startAgain();
    const { request, identity } = asked;
    const { redirectUri, state, client } = request;
    const back = { redirectUri, state, issuer };
    if (form.get('answer') !== 'allow') return redirect(answerUrl(back, { error: 'access_denied' }));
    const principal = this.signIn.identities.principalOf(identity);
    const scopes = principal ? grantable(request.scopes, principal) : [];
    if (!principal || scopes.length === 0) {
      return redirect(answerUrl(back, { error: 'access_denied', error_description: 'You may not do what was asked.' }));
    }
    const refresh = await this.signIn.browsers.takeRefresh(cookies);
    const grant: AuthorizedGrant = {
      id: randomUUID(),
      identity,
      client: client.id,
      scopes,
      refresh,
      until: Date.now() + keptMs,
    };
    await clients.keep(client);
    const code = await this.#issued.code({ grant, redirectUri, challenge: request.challenge });
    this.#log.info(`'${principal.name}' has let the client ${client.id} in, for ${scopes.join(' ')}`);
    return redirect(answerUrl(back, { code }));
  }
}

/** The scopes that add something to what the user may do: nobody hands out more than they have. */
function grantable(scopes: readonly string[], principal: Principal): readonly string[] {
  return scopes.filter((scope) => narrowedTo(principal, grantOf([scope])).rights.size > 0);
}

function metadata({ issuer, registration }: Settings): Response {
  const at = (path: string): string => new URL(path, issuer).href;
  const methods = ['none', 'client_secret_basic', 'client_secret_post'];
  const document = {
    issuer,
    authorization_endpoint: at(AUTHORIZE_PATH),
    token_endpoint: at('/oauth/token'),
    ...(registration && { registration_endpoint: at('/oauth/register') }),
    revocation_endpoint: at('/oauth/revoke'),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    scopes_supported: SCOPES_SUPPORTED,
    authorization_response_iss_parameter_supported: true,
  };
  return Response.json(document, { headers: { 'cache-control': 'no-store' } });
}
