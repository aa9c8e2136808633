import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { Refusal } from './refusal.ts';

/** Header values that were found to be allowed, so that they are not parsed with every request. */
const MAX_REMEMBERED = 64;
const ANY = '*';
const LOOPBACK_NAMES = localhostAllowedHostnames();
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;
const HEADER_NAMES = /^[A-Za-z0-9-]{1,64}(\s*,\s*[A-Za-z0-9-]{1,64}){0,63}$/;
const PREFLIGHT_SECONDS = '600';
const READABLE_HEADERS = 'Mcp-Session-Id, WWW-Authenticate, Retry-After';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';

export interface BrowserGuardOptions {
  /** The host that it is bound to. */
  readonly host: string;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/**
 * Keeps web pages away. A page can make a browser send requests to this machine, under a name that its own DNS gave
 * (the Host is wrong) or from its own address (the Origin is wrong).
 */
export class BrowserGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: readonly string[];
  readonly #goodHosts = new Set<string>();
  readonly #goodOrigins = new Set<string>();

  constructor({ host, allowedHosts = [], allowedOrigins = [] }: BrowserGuardOptions) {
    const own = host.includes(':') ? `[${host}]` : host;
    const names = [...LOOPBACK_NAMES, own, ...allowedHosts.map(withoutPort)];
    this.#hosts = new Set(names.map((name) => name.toLowerCase()));
    this.#origins = allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, ''));
  }

  /** Undefined where the request may go on. */
  refusal(request: IncomingMessage): Refusal | undefined {
    const { host, origin } = request.headers;
    if (!this.#knowsHost(host)) {
      const message = `The host ${shown(host)} is not allowed. Its operator can add it to http.allowedHosts.`;
      return { status: 403, message };
    }
    if (origin === undefined || this.#knowsOrigin(origin, host as string)) return undefined;
    const message = `The origin ${shown(origin)} is not allowed. Its operator can add it to http.allowedOrigins.`;
    return { status: 403, message };
  }

  /** What lets a page of an allowed origin read the answer. */
  corsHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> | undefined {
    const { origin } = headers;
    if (origin === undefined) return undefined;
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': READABLE_HEADERS,
      vary: 'origin',
    };
  }

  /** The answer to a browser that asks whether it may send a request; undefined where it does not ask. */
  preflightHeaders(request: IncomingMessage): Readonly<Record<string, string>> | undefined {
    const { method, headers } = request;
    if (method !== 'OPTIONS' || headers.origin === undefined) return undefined;
    const wanted = headers['access-control-request-headers'];
    return {
      ...this.corsHeaders(request),
      'access-control-allow-methods': METHODS,
      // Whatever it is: an allowed origin may send any header, and those of tool parameters are not known before.
      ...(wanted !== undefined && HEADER_NAMES.test(wanted) && { 'access-control-allow-headers': wanted }),
      'access-control-max-age': PREFLIGHT_SECONDS,
    };
  }

  #knowsHost(header: string | undefined): boolean {
    if (header === undefined) return false;
    if (this.#goodHosts.has(header)) return true;
    const hostname = HOST.exec(header)?.[1]?.toLowerCase();
    if (hostname === undefined || !(this.#hosts.has(hostname) || this.#hosts.has(ANY))) return false;
    return remember(this.#goodHosts, header);
  }

  #knowsOrigin(header: string, host: string): boolean {
    if (this.#goodOrigins.has(header)) return true;
    const origin = parseOrigin(header);
    if (!origin) return false;
    // A page that this gateway served itself.
    if (origin.host === host.toLowerCase()) return true;
    const hostname = origin.hostname.toLowerCase();
    const known =
      LOOPBACK_NAMES.includes(hostname) ||
      this.#origins.some((allowed) => allowed === ANY || allowed === header.toLowerCase() || allowed === hostname);
    return known && remember(this.#goodOrigins, header);
  }
}

/** `null`, and whatever is not the scheme, host and port of something, is no origin. */
function parseOrigin(header: string): URL | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\]+$/i.test(header) || !URL.canParse(header)) return undefined;
  return new URL(header);
}

function remember(values: Set<string>, value: string): true {
  if (values.size < MAX_REMEMBERED) values.add(value);
  return true;
}

function withoutPort(host: string): string {
  return host.replace(/^(\[[^\]]*\]|[^:]+):\d+$/, '$1');
}

function shown(header: string | undefined): string {
  return header === undefined ? 'that is missing' : JSON.stringify(header.slice(0, 100));
}
