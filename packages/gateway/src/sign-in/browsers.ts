import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TicketKind, Tickets } from '../state/tickets.ts';
import type { Cookies } from './cookies.ts';
import type { Identity } from './identities.ts';

const SESSION = 'foldout-session';
/** Recognizes a browser during a sign-in, before it has a session. */
const BROWSER = 'foldout-browser';
const FLOW_MS = 600_000;
const BROWSER_S = 86_400;
const SECRET = /^[\w-]{20,100}$/;

type FlowKind = Extract<TicketKind, 'flow' | 'entrance' | 'account' | 'request'>;

interface Flow {
  readonly browser: string;
  readonly data: unknown;
}

export interface BrowserSession {
  readonly identity: Identity;
  /** The refresh token of the provider, until a client gets it. */
  readonly refresh?: string | undefined;
  readonly refreshTaken?: boolean | undefined;
  readonly until: number;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Browsers that sign in, and those that have. What a cookie holds is a random secret; the rest is in the shared state. */
export class Browsers {
  readonly #tickets: Tickets;
  readonly #cookies: () => Cookies;

  constructor(tickets: Tickets, cookies: () => Cookies) {
    this.#tickets = tickets;
    this.#cookies = cookies;
  }

  /** The secret of a browser, and the header that gives it one. */
  #recognize(cookieHeader: string | null): { readonly browser: string; readonly setCookie: string } {
    const known = this.#browserIn(cookieHeader);
    const browser = known ?? newSecret();
    return { browser, setCookie: this.#cookies().written(BROWSER, browser, BROWSER_S) };
  }

  #browserIn(cookieHeader: string | null): string | undefined {
    const browser = this.#cookies().read(cookieHeader, BROWSER);
    return browser !== undefined && SECRET.test(browser) ? browser : undefined;
  }

  /** Keeps what a browser has to come back for, under a secret that comes back with it. Returns a header for the browser. */
  async startFlow(kind: FlowKind, state: string, cookieHeader: string | null, data: unknown): Promise<string> {
    const { browser, setCookie } = this.#recognize(cookieHeader);
    await this.#tickets.put(kind, state, JSON.stringify({ browser, data } satisfies Flow), Date.now() + FLOW_MS);
    return setCookie;
  }

  /** Once, and only for the browser that started it: another one would sign in as somebody else without knowing. */
  async endFlow<T>(kind: FlowKind, state: string, cookieHeader: string | null): Promise<T | undefined> {
    const browser = this.#browserIn(cookieHeader);
    if (browser === undefined || !SECRET.test(state)) return undefined;
    const text = await this.#tickets.take(kind, state);
    const flow = text === undefined ? undefined : (JSON.parse(text) as Flow);
    return flow?.browser === browser ? (flow.data as T) : undefined;
  }

  /** Returns the header that signs the browser in. */
  async open(session: BrowserSession): Promise<string> {
    const secret = newSecret();
    await this.#tickets.put('session', secret, JSON.stringify(session), session.until);
    return this.#cookies().written(SESSION, secret, (session.until - Date.now()) / 1_000);
  }

  async find(cookieHeader: string | null | undefined): Promise<BrowserSession | undefined> {
    const secret = this.#cookies().read(cookieHeader, SESSION);
    if (secret === undefined || !SECRET.test(secret)) return undefined;
    const text = await this.#tickets.load('session', secret);
    return text === undefined ? undefined : (JSON.parse(text) as BrowserSession);
  }

  /** Takes the refresh token out of a session, so that one client has it. */
  async takeRefresh(cookieHeader: string | null): Promise<string | undefined> {
    const secret = this.#cookies().read(cookieHeader, SESSION);
    const text = secret === undefined ? undefined : await this.#tickets.take('session', secret);
    if (secret === undefined || text === undefined) return undefined;
    const { refresh, ...session } = JSON.parse(text) as BrowserSession;
    await this.#tickets.put('session', secret, JSON.stringify({ ...session, refreshTaken: true }), session.until);
    return refresh;
  }

  /** Returns the header that signs the browser out. */
  async close(cookieHeader: string | null): Promise<string> {
    const secret = this.#cookies().read(cookieHeader, SESSION);
    if (secret !== undefined) await this.#tickets.take('session', secret);
    return this.#cookies().written(SESSION, '', 0);
  }
}

/**
 * Whether a request comes from a page of this gateway, or from the user directly. Pages of other ports of the same host
 * are not kept out by `SameSite`.
 */
export function isOwnPage({ headers }: IncomingMessage, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
