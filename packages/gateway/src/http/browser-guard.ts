import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { Refusal } from './refusal.ts';

/** Size of the cache of allowed header values, which saves parsing them with every request. */
const MAX_CACHED = 64;
const ANY = '*';
const LOOPBACK_NAMES = localhostAllowedHostnames();
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;
const HEADER_NAMES = /^[A-Za-z0-9-]{1,64}(\s*,\s*[A-Za-z0-9-]{1,64}){0,63}$/;
const PREFLIGHT_SECONDS = '600';
const READABLE_HEADERS = 'Mcp-Session-Id, WWW-Authenticate, Retry-After';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';

export interface BrowserGuardOptions {
  /** The address that the gateway listens on. */
  readonly host: string;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/**
 * Checks Host and Origin. A web page can make a browser send requests to this machine: with DNS rebinding (the Host is
 * wrong) or directly from its own origin (the Origin is wrong).
 */
export class BrowserGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: readonly string[];
  readonly #cachedHosts = new Set<string>();
  readonly #cachedOrigins = new Set<string>();

  constructor({ host, allowedHosts = [], allowedOrigins = [] }: BrowserGuardOptions) {
    const own = host.includes(':') ? `[${host}]` : host;
    const names = [...LOOPBACK_NAMES, own, ...allowedHosts.map(withoutPort)];
    this.#hosts = new Set(names.map((name) => name.toLowerCase()));
    this.#origins = allowedOrigins.map((origin) => origin.toLowerCase().replace(/\/$/, ''));
  }

  /** Undefined when Host and Origin are allowed. */
  refusal(request: IncomingMessage): Refusal | undefined {
    const { host, origin } = request.headers;
    if (!this.#allowsHost(host)) {
      const message = `The host ${quoted(host)} is not allowed. Add it to http.allowedHosts in the configuration of the gateway.`;
      return { status: 403, message };
    }
    if (origin === undefined || this.#allowsOrigin(origin, host as string)) return undefined;
    const message = `The origin ${quoted(origin)} is not allowed. Add it to http.allowedOrigins in the configuration of the gateway.`;
    return { status: 403, message };
  }

  /** CORS headers, which let a page of an allowed origin read the response. */
  corsHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> | undefined {
    const { origin } = headers;
    if (origin === undefined) return undefined;
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': READABLE_HEADERS,
      vary: 'origin',
    };
  }

  /** The headers of the answer to a CORS preflight; undefined for other requests. */
  preflightHeaders(request: IncomingMessage): Readonly<Record<string, string>> | undefined {
    const { method, headers } = request;
    if (method !== 'OPTIONS' || headers.origin === undefined) return undefined;
    const requested = headers['access-control-request-headers'];
    return {
      ...this.corsHeaders(request),
      'access-control-allow-methods': METHODS,
      // An allowed origin may send any header: headers of tool parameters have names that are not known in advance.
      ...(requested !== undefined && HEADER_NAMES.test(requested) && { 'access-control-allow-headers': requested }),
      'access-control-max-age': PREFLIGHT_SECONDS,
    };
  }

  #allowsHost(header: string | undefined): boolean {
    if (header === undefined) return false;
    if (this.#cachedHosts.has(header)) return true;
    const hostname = HOST.exec(header)?.[1]?.toLowerCase();
    if (hostname === undefined || !(this.#hosts.has(hostname) || this.#hosts.has(ANY))) return false;
    return cache(this.#cachedHosts, header);
  }

  #allowsOrigin(header: string, host: string): boolean {
    if (this.#cachedOrigins.has(header)) return true;
    const origin = parseOrigin(header);
    if (!origin) return false;
    // Same origin: a page that this gateway served.
    if (origin.host === host.toLowerCase()) return true;
    const hostname = origin.hostname.toLowerCase();
    const allowed =
      LOOPBACK_NAMES.includes(hostname) ||
      this.#origins.some((entry) => entry === ANY || entry === header.toLowerCase() || entry === hostname);
    return allowed && cache(this.#cachedOrigins, header);
  }
}

/** Undefined for `null` and for every value that is not scheme, host and port. */
function parseOrigin(header: string): URL | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\]+$/i.test(header) || !URL.canParse(header)) return undefined;
  return new URL(header);
}

function cache(values: Set<string>, value: string): true {
  if (values.size < MAX_CACHED) values.add(value);
  return true;
}

function withoutPort(host: string): string {
  return host.replace(/^(\[[^\]]*\]|[^:]+):\d+$/, '$1');
}

function quoted(header: string | undefined): string {
  return header === undefined ? '(missing)' : JSON.stringify(header.slice(0, 100));
}
