import type { GatewayConfig } from './config/config-schema.ts';
import type { DashboardSources } from './dashboard/sources.ts';
import type { Gateway } from './gateway.ts';
import type { Principal } from './http/principal.ts';
import type { Readiness, Route } from './http/routes.ts';
import type { Log } from './logging/log.ts';
import type { GatewayOwner } from './relay/visible-upstreams.ts';

export interface ServeHttpOptions {
  readonly config: GatewayConfig;
  readonly log: Log;
  readonly routes?: readonly Route[];
}

export interface Serving {
  readonly url: string;
  /** Takes over tokens, hosts and limits. */
  update(config: GatewayConfig): void;
  close(): Promise<void>;
}

/** Serves a gateway over HTTP, in both eras, to those who may use it. */
export async function serveOverHttp(
  gateway: Gateway,
  { config, log, routes = [] }: ServeHttpOptions,
): Promise<Serving> {
  // A gateway over stdio needs none of it.
  const [{ listenGateway }, { createMetrics }, { dashboardRoutes }] = await Promise.all([
    import('./http/listen-gateway.ts'),
    import('./http/metrics.ts'),
    import('./dashboard/dashboard-routes.ts'),
  ]);
  const metrics = await createMetrics({
    upstreams: () => gateway.upstreams.map(({ name, status }) => ({ server: name, state: status.state })),
    catalogSize: () => gateway.server.engine.catalog.size,
  });
  gateway.server.on('command:call', metrics.call);
  const owners = new WeakMap<Principal, GatewayOwner>();
  const ownerOf = (principal: Principal): GatewayOwner => {
    const owner = owners.get(principal) ?? toOwner(principal);
    owners.set(principal, owner);
    return owner;
  };
  const listener = await listenGateway({
    config: config.http ?? {},
    log,
    routes: [...dashboardRoutes(dashboardSources(gateway)), ...routes],
    mcp: (request, principal) => gateway.server.fetch(request, ownerOf(principal)),
    readiness: () => readiness(gateway),
    metrics: metrics.text,
    observe: metrics.observe,
    onProblem: (error) => log.warn(error.message),
  });
  return {
    url: listener.url,
    update: ({ http }) => listener.update(http ?? {}),
    close: () => listener.close(),
  };
}

function toOwner(principal: Principal): GatewayOwner {
  const { name, unrestricted } = principal;
  return { name, scope: unrestricted ? undefined : principal, servers: (server) => principal.servers(server) };
}

function dashboardSources(gateway: Gateway): DashboardSources {
  return {
    engine: gateway.server.engine,
    upstreams: () => gateway.upstreams,
    trustOf: (server) => gateway.trustOf(server),
    listed: () => gateway.server.listTools(),
    reports: () => gateway.usage?.reports,
  };
}

/** Ready as soon as it can answer: servers that do not run are no reason to send nobody here. */
function readiness({ upstreams, server }: Gateway): Readiness {
  const states = Object.fromEntries(upstreams.map(({ name, status }) => [name, status.state]));
  return { ready: true, tools: server.engine.catalog.size, servers: states };
}
