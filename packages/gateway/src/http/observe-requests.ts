import { matchedRoutes } from 'hono/route';
import type { GatewayMiddleware } from './gateway-env.ts';
import { toPath } from './routes.ts';

export interface ObservedRequest {
  /** The path of the endpoint, or `other`. Never a path that a client made up: it becomes a label of the metrics. */
  readonly route: string;
  readonly method: string;
  /** 0 when the client left before the response. */
  readonly status: number;
  readonly durationMs: number;
}

export function observeRequests(observe: (request: ObservedRequest) => void): GatewayMiddleware {
  return async (c, next) => {
    const { outgoing } = c.env;
    const { method } = c.req;
    const started = performance.now();
    const endpoint = matchedRoutes(c).find(({ path }) => path.startsWith('/') && path !== '/*');
    const route = endpoint ? toPath(endpoint.path) : 'other';
    outgoing.once('close', () => {
      const status = outgoing.headersSent ? outgoing.statusCode : 0;
      observe({ route, method, status, durationMs: performance.now() - started });
    });
    await next();
  };
}
