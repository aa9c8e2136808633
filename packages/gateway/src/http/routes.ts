import type { AccessRight } from '../config/http-schema.ts';
import type { Principal } from './principal.ts';

export const MCP_PATH = '/mcp';
/** Hono pattern of the MCP endpoint of a profile. */
export const PROFILE_PATH = `${MCP_PATH}/p/:profile`;
export const HEALTH_PATH = '/health';
export const READY_PATH = '/ready';
export const METRICS_PATH = '/metrics';

export const ACCOUNTS_PATH = '/accounts';

/** Where a person signs in to a server behind the gateway. */
export function accountsPath(server: string): string {
  return `${ACCOUNTS_PATH}/${encodeURIComponent(server)}`;
}

const RESERVED: ReadonlySet<string> = new Set([MCP_PATH, HEALTH_PATH, READY_PATH, METRICS_PATH]);
/** Whether a path, or the pattern of a route, is an MCP endpoint. */
export function isMcpPath(path: string): boolean {
  return path === MCP_PATH || path.startsWith(`${MCP_PATH}/p/`);
}

/** Hono pattern for all paths below a folder. Hono's `*` would also match the folder without a final slash. */
const BELOW = ':below{.*}';

type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An additional page or API that the gateway serves on the same port. */
export interface Route {
  readonly method: RouteMethod;
  /** Compared with the path as the client sent it, without decoding: `/status`, or with a final star for a prefix, `/assets/*`. */
  readonly path: string;
  /** The right that a principal needs. Undefined: public, no token needed (for example the page that asks for the token). */
  readonly right: AccessRight | undefined;
  /**
   * A change needs a token or the header `X-Foldout-Request` as a CSRF check. `own`: the handler checks that itself, for
   * example an endpoint for forms or for programs without a browser.
   */
  readonly csrf?: 'own' | undefined;
  /** `address`: the IPv4 address or the IPv6 network that connects. */
  handle(request: Request, principal: Principal, from: { readonly address: string }): Promise<Response>;
}

export interface Readiness {
  readonly ready: boolean;
  /** Details, such as what is not ready yet. Shown only to principals with the right `watch`. */
  readonly [detail: string]: unknown;
}

/** The routes of each path, the most specific path first. Throws when two routes have the same method and path. */
export function routesByPath(routes: readonly Route[]): [path: string, routes: Route[]][] {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) {
    const { method, path } = route;
    const others = byPath.get(path) ?? [];
    if (RESERVED.has(path) || isMcpPath(path) || others.some((other) => other.method === method)) {
      throw new Error(`There are two routes for ${method} ${path}. Give one of them another path.`);
    }
    byPath.set(path, [...others, route]);
  }
  const isPrefix = (path: string): number => Number(path.endsWith('/*'));
  return [...byPath].sort(([a], [b]) => isPrefix(a) - isPrefix(b) || b.length - a.length);
}

export function toPattern(path: string): string {
  return path.replace(/\/\*$/, `/${BELOW}`);
}

/** The inverse of `toPattern`. */
export function toPath(pattern: string): string {
  return pattern.replace(BELOW, '*');
}
