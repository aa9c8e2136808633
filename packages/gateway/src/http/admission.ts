import type { ServerResponse } from 'node:http';
import { opensStream } from '@foldout/server/internal/http';
import { toWebRequest } from '@modelcontextprotocol/node';
import type { Context } from 'hono';
import type { AccessRight } from '../config/http-schema.ts';
import { isRefusal } from './authenticator.ts';
import { bodyText } from './body-text.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { GatewayEnv, GatewayMiddleware } from './gateway-env.ts';
import { createPrincipal } from './principal.ts';
import { Refused, retryAfter } from './refusal.ts';
import { isMcpPath } from './routes.ts';

/** The principal of a request without a token, on a public route. */
const VISITOR = createPrincipal({ name: 'visitor', rights: [] });

/** The dashboard page sends this header with every change. A page of another site cannot set it. */
const INTENT_HEADER = 'x-foldout-request';

/** The CSRF check needs Authorization or the intent header. A page of another site can set neither. */
export const requireIntent: GatewayMiddleware = async (c, next) => {
  const { authorization, [INTENT_HEADER]: intent } = c.env.incoming.headers;
  if (authorization === undefined && intent === undefined) {
    const message = `A request that changes something needs the header '${INTENT_HEADER}' or a token.`;
    throw new Refused({ status: 403, message });
  }
  await next();
};

/** Some cross-site requests of a browser (an image, a link) carry no Origin, so the Origin check does not see them. */
const refuseCrossSite: GatewayMiddleware = async (c, next) => {
  const { headers } = c.env.incoming;
  if (headers['sec-fetch-site'] === 'cross-site' && headers.origin === undefined) {
    throw new Refused({ status: 403, message: 'Requests from pages of other sites are refused.' });
  }
  await next();
};

const authenticate =
  (options?: { readonly cookies: boolean }): GatewayMiddleware =>
  async (c, next) => {
    const identity = await c.var.access.authenticator.identify(c.env.incoming, options);
    if (isRefusal(identity)) throw new Refused(identity);
    c.set('principal', identity);
    await next();
  };

const authorize =
  (right: AccessRight): GatewayMiddleware =>
  async (c, next) => {
    const { access, principal } = c.var;
    const refusal = access.authenticator.refusal(c.env.incoming, principal, right);
    if (refusal) throw new Refused(refusal);
    access.open.add({ ...c.env, principal, right });
    await next();
  };

const limitRate: GatewayMiddleware = async (c, next) => {
  const { name } = c.var.principal;
  const wait = c.var.access.rate?.take(name) ?? 0;
  if (wait > 0) {
    const message = `'${name}' sends too many requests. Try again in ${wait} s.`;
    throw new Refused({ status: 429, message, headers: retryAfter(wait) });
  }
  await next();
};

const checkCapacity: GatewayMiddleware = async (c, next) => {
  const { calls, streams } = c.var.access;
  const limit = isMcpPath(c.req.path) && opensStream(c.env.incoming) ? streams : calls;
  acquire(limit, c.var.principal.name, c.env.outgoing);
  await next();
};

const visit: GatewayMiddleware = async (c, next) => {
  c.set('principal', VISITOR);
  acquire(c.var.access.visits, VISITOR.name, c.env.outgoing);
  await next();
};

/** Reads the body up to the limit, and makes the web-standard request that the handler gets. */
const readBody: GatewayMiddleware = async (c, next) => {
  const { incoming } = c.env;
  const { bodyBytes } = c.var.access.limits;
  const request = incoming as Parameters<typeof toWebRequest>[0];
  const options = { signal: disconnectSignal(c), maxRequestBodySize: bodyBytes };
  c.req.raw = await toWebRequest(request, undefined, options).catch((error: Error & { status?: number }) => {
    throw error.status === 413 ? new Refused({ status: 413, message: error.message }) : error;
  });
  await next();
};

/** Reads the body of a message up to the limit. The web-standard request of it is made only where a handler needs one. */
const readMessage: GatewayMiddleware = async (c, next) => {
  const { incoming } = c.env;
  const disconnected = disconnectSignal(c);
  const hasBody = incoming.method === 'POST';
  const body = hasBody ? await bodyText(incoming, c.var.access.limits.bodyBytes) : undefined;
  c.set('message', { body, disconnected });
  await next();
};

/** Aborted when the client disconnects before it has the whole response. */
function disconnectSignal(c: Context<GatewayEnv>): AbortSignal {
  const { outgoing } = c.env;
  const { stalledMs } = c.var.access.limits;
  const abort = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) abort.abort();
  });
  // The socket is also idle during a slow call, so it is closed only if the client has left a response unread.
  outgoing.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(stalledMs);
  });
  return abort.signal;
}

/** The middleware for a route that needs a right, in the order in which it runs. */
export function admit(right: AccessRight): GatewayMiddleware[] {
  return [refuseCrossSite, authenticate({ cookies: true }), authorize(right), limitRate, checkCapacity, readBody];
}

/** The middleware for an MCP endpoint. */
export function admitMessages(): GatewayMiddleware[] {
  return [refuseCrossSite, authenticate(), authorize('use'), limitRate, checkCapacity, readMessage];
}

/** The middleware for a public route. */
export function admitVisitor(): GatewayMiddleware[] {
  return [visit, readBody];
}

/** Counts a request against the limit until its response is closed. */
function acquire(limit: ConcurrencyLimit, name: string, outgoing: ServerResponse): void {
  // The client left while its token was checked: there will be no `close` event to release the limit.
  if (outgoing.destroyed) throw new Refused({ status: 499, message: 'The client closed the connection.' });
  if (!limit.acquire(name)) {
    throw new Refused({
      status: 503,
      message: 'Too many requests are in progress. Try again in a moment.',
      headers: retryAfter(1),
    });
  }
  outgoing.once('close', () => limit.release(name));
}
