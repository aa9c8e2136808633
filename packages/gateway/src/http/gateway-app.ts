import type { HttpAnswer } from '@foldout/server/internal/http';
import { type Context, Hono } from 'hono';
import type { Access } from './access.ts';
import { admit, admitMessages, admitVisitor, requireIntent } from './admission.ts';
import { addressOf, isRefusal } from './authenticator.ts';
import { type GatewayEnv, type GatewayMiddleware, pathOf } from './gateway-env.ts';
import { answerMcp, type McpRequest } from './mcp-request.ts';
import { type ObservedRequest, observeRequests } from './observe-requests.ts';
import type { Principal } from './principal.ts';
import { OWN_HEADERS, type Refusal, Refused, refusalResponse } from './refusal.ts';
import {
  allowMethods,
  checkHostAndOrigin,
  NO_PROFILE,
  NOT_FOUND,
  refuseAmbiguousPath,
  refuseTokenInUrl,
} from './request-checks.ts';
import {
  HEALTH_PATH,
  isMcpPath,
  MCP_PATH,
  METRICS_PATH,
  PROFILE_PATH,
  READY_PATH,
  type Readiness,
  type Route,
  routesByPath,
  toPattern,
} from './routes.ts';

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface GatewayAppOptions {
  /** Serves MCP to an admitted principal, in a profile if the path names one. Both decide which tools it may use. */
  readonly mcp: (request: McpRequest, principal: Principal, profile?: string) => Promise<HttpAnswer>;
  readonly hasProfile?: (name: string) => boolean;
  readonly routes?: readonly Route[];
  readonly readiness: () => Readiness;
  /** Metrics in the text format of Prometheus. */
  readonly metrics?: () => Promise<string>;
  /** Called once for every request, when its response is closed. */
  readonly observe?: (request: ObservedRequest) => void;
  readonly onProblem: (error: Error) => void;
}

export type GatewayApp = Hono<GatewayEnv>;

/**
 * The HTTP app of a gateway. A request passes: Host and Origin check, then for its endpoint method check, authentication,
 * authorization, rate and capacity limits, body limit (`admit`), and at last the handler.
 *
 * @param access Read once per request, because a new configuration replaces it.
 */
export function createGatewayApp(options: GatewayAppOptions, access: () => Access): GatewayApp {
  const { mcp, routes = [], readiness, metrics, observe, onProblem } = options;
  const app: GatewayApp = new Hono<GatewayEnv>({
    getPath: (_request, context) => pathOf((context as { env: GatewayEnv['Bindings'] }).env.incoming),
  });
  const refuse = (refusal: Refusal, c: Context<GatewayEnv>): Response => {
    const { bodyBytes } = c.var.access.limits;
    return refusalResponse(refusal, c.env.incoming, { jsonRpc: isMcpPath(c.req.path), bodyBytes });
  };
  app.onError((error, c) => {
    if (error instanceof Refused) return refuse(error, c);
    onProblem(error);
    return refuse({ status: 500, message: 'Internal error. The log of the gateway has the details.' }, c);
  });
  app.notFound((c) => refuse(NOT_FOUND, c));

  app.use(async (c, next) => {
    c.set('access', access());
    await next();
  });
  if (observe) app.use(observeRequests(observe));

  // Probes of a load balancer: any Host, no token.
  app.all(HEALTH_PATH, allowMethods('GET', 'HEAD'), () => Response.json({ alive: true }, { headers: OWN_HEADERS }));
  app.all(READY_PATH, allowMethods('GET', 'HEAD'), async (c) => {
    const state = readiness();
    const body = (await mayWatch(c)) ? state : { ready: state.ready };
    return Response.json(body, { status: state.ready ? 200 : 503, headers: OWN_HEADERS });
  });

  app.use(checkHostAndOrigin, refuseTokenInUrl, refuseAmbiguousPath);

  app.all(MCP_PATH, allowMethods('GET', 'POST', 'DELETE'), ...admitMessages(), (c) => {
    return answerMcp(c, mcp, profileFor(c, options));
  });
  // After the checks: without a token, no request learns which profiles exist.
  app.all(PROFILE_PATH, allowMethods('GET', 'POST', 'DELETE'), ...admitMessages(), (c) => {
    return answerMcp(c, mcp, profileFor(c, options, c.req.param('profile')));
  });
  if (metrics) {
    app.all(METRICS_PATH, allowMethods('GET', 'HEAD'), ...admit('watch'), async () => {
      return new Response(await metrics(), { headers: { ...OWN_HEADERS, 'content-type': METRICS_TYPE } });
    });
  }
  app.use(serveResourceMetadata);
  for (const [path, routesHere] of routesByPath(routes)) {
    const pattern = toPattern(path);
    app.all(pattern, allowMethods(...routesHere.map(({ method }) => method)));
    for (const route of routesHere) {
      const csrfCheck = route.method === 'GET' || route.csrf === 'own' ? [] : [requireIntent];
      const checks = route.right === undefined ? admitVisitor() : admit(route.right);
      app.on(route.method, [pattern], ...csrfCheck, ...checks, (c) => {
        return route.handle(c.req.raw, c.var.principal, { address: addressOf(c.env.incoming) });
      });
    }
  }
  return app;
}

/** A principal that is bound to a profile uses no other, and uses it at every address. */
function profileFor(c: Context<GatewayEnv>, options: GatewayAppOptions, asked?: string): string | undefined {
  const { profile: own } = c.var.principal;
  const profile = asked ?? own;
  if (profile === undefined) return undefined;
  if (!options.hasProfile?.(profile) || profile !== (own ?? profile)) throw new Refused(NO_PROFILE);
  return profile;
}

/** OAuth protected resource metadata (RFC 9728). Its paths depend on the configuration, so they are no fixed routes. */
const serveResourceMetadata: GatewayMiddleware = async (c, next) => {
  const { resource } = c.var.access.authenticator;
  if (!resource?.servesAt(c.req.path)) return next();
  await allowMethods('GET', 'HEAD')(c, async () => {});
  return Response.json(resource.document(c.env.incoming), { headers: OWN_HEADERS });
};

/** A probe has no token and may use any Host: it learns only whether the gateway is ready. */
async function mayWatch({ env: { incoming }, var: { access } }: Context<GatewayEnv>): Promise<boolean> {
  const { guard, authenticator } = access;
  if (guard.refusal(incoming)) return false;
  if (authenticator.required && incoming.headers.authorization === undefined) return false;
  const identity = await authenticator.identify(incoming);
  return !isRefusal(identity) && identity.rights.has('watch');
}
