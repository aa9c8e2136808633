import type { AccessRight } from '../config/config-schema.ts';
import type { Principal } from './principal.ts';

export const MCP_PATH = '/mcp';
export const HEALTH_PATH = '/health';
export const READY_PATH = '/ready';
export const METRICS_PATH = '/metrics';
/** Requests that change something carry it, or a token: a page of another site can send neither. */
export const INTENT_HEADER = 'x-foldout-request';

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

/** Finds the route of a path. */
export class RouteTable {
  readonly #exact = new Map<string, Route[]>();
  readonly #below: { readonly prefix: string; readonly routes: Route[] }[] = [];

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      if (!route.path.endsWith('/*')) append(this.#exact, route.path, route);
      else this.#addBelow(route.path.slice(0, -1), route);
    }
    this.#below.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** Every method of the path. */
  at(path: string): readonly Route[] {
    return this.#exact.get(path) ?? this.#below.find(({ prefix }) => path.startsWith(prefix))?.routes ?? [];
  }

  #addBelow(prefix: string, route: Route): void {
    const known = this.#below.find((one) => one.prefix === prefix);
    if (known) known.routes.push(route);
    else this.#below.push({ prefix, routes: [route] });
  }
}

function append(routes: Map<string, Route[]>, path: string, route: Route): void {
  const known = routes.get(path);
  if (known) known.push(route);
  else routes.set(path, [route]);
}
