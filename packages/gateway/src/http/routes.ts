import type { AccessRight } from '../config/config-schema.ts';
import type { Principal } from './principal.ts';

export const MCP_PATH = '/mcp';
export const HEALTH_PATH = '/health';
export const READY_PATH = '/ready';
export const METRICS_PATH = '/metrics';
/** Requests that change something carry it, or a token: a page of another site can send neither. */
export const INTENT_HEADER = 'x-foldout-request';

const TAKEN: ReadonlySet<string> = new Set([MCP_PATH, HEALTH_PATH, READY_PATH, METRICS_PATH]);
/** Ways to write a path that means another one. */
const TRICKS = /\/\/|\\|%2e|%2f|%5c|%00|\/\.\.?(\/|$)/i;

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Something else that is served on the same port. */
export interface Route {
  readonly method: RouteMethod;
  /** Compared as it is sent, nothing decoded: `/status`, or with a star at its end for everything below, `/assets/*`. */
  readonly path: string;
  /** What a principal needs. Undefined: for everybody, without a token, such as the page that asks for one. */
  readonly right: AccessRight | undefined;
  handle(request: Request, principal: Principal): Promise<Response>;
}

export interface Readiness {
  readonly ready: boolean;
  /** For those who may watch: why it is not ready, what is missing. */
  readonly [detail: string]: unknown;
}

/** Finds the routes of a path. */
export class RouteTable {
  readonly #routes = new Map<string, Route[]>();
  /** Of routes with a star, the longest first. */
  readonly #prefixes: readonly string[];

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
    const starred = [...this.#routes.keys()].filter((path) => path.endsWith('/*'));
    this.#prefixes = starred.map((path) => path.slice(0, -1)).sort((a, b) => b.length - a.length);
  }

  /** One for each method. */
  at(path: string): readonly Route[] {
    if (TRICKS.test(path)) return [];
    const exact = path.endsWith('/*') ? undefined : this.#routes.get(path);
    if (exact) return exact;
    const prefix = this.#prefixes.find((one) => path.startsWith(one));
    return prefix === undefined ? [] : (this.#routes.get(`${prefix}*`) ?? []);
  }

  #add(route: Route): void {
    const { method, path } = route;
    const known = this.#routes.get(path) ?? [];
    if (TAKEN.has(path) || known.some((other) => other.method === method)) {
      throw new Error(`There are two routes for ${method} ${path}. Give one of them another path.`);
    }
    this.#routes.set(path, [...known, route]);
  }
}
