import { randomBytes } from 'node:crypto';
import type { Tool } from '@foldout/core';
import { countTools } from '@foldout/core/internal';
import type { FetchOptions, ToolCallEvent } from '@foldout/server';
import { auditOf } from '../audit/open-audit.ts';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Administration } from '../dashboard/administration.ts';
import type { DashboardSources } from '../dashboard/sources.ts';
import type { Gateway } from '../gateway.ts';
import { bearerIn } from '../http/bearer.ts';
import type { GatewayListener } from '../http/listen-gateway.ts';
import type { Principal } from '../http/principal.ts';
import type { Readiness, Route } from '../http/routes.ts';
import type { Log } from '../logging/log.ts';
import { isShelfEntry } from '../relay/shelf-source.ts';
import type { GatewayOwner } from '../relay/visible-upstreams.ts';
import { defaultStateFolder } from '../state/state-folder.ts';

export interface ServeHttpOptions {
  readonly config: GatewayConfig;
  readonly log: Log;
  readonly routes?: readonly Route[];
  /** Changes the configuration file for the dashboard. `config`: the configuration in use. Absent: the page cannot change it. */
  readonly administration?: ((config: () => GatewayConfig) => Administration) | undefined;
}

export interface Serving {
  readonly url: string;
  /** The address of the dashboard. */
  readonly dashboard: string;
  /**
   * Where no token is needed: the same with a key that lets this user change the configuration. Show it only to the user who
   * started the gateway.
   */
  readonly dashboardWithKey: string | undefined;
  /** Applies the tokens, hosts and limits of a new configuration. */
  update(config: GatewayConfig): void;
  close(): Promise<void>;
}

/** Serves a gateway over HTTP in both eras, to clients that pass the checks of `gateway/http`. */
export async function serveOverHttp(
  gateway: Gateway,
  { config, log, routes = [], administration }: ServeHttpOptions,
): Promise<Serving> {
  // Loaded here because a gateway over stdio does not need these modules.
  const [{ listenGateway }, { createMetrics }, { dashboardRoutes }, { AuthorizationServer }, { accountRoutes }] =
    await Promise.all([
      import('../http/listen-gateway.ts'),
      import('../http/metrics.ts'),
      import('../dashboard/dashboard-routes.ts'),
      import('../authorization/authorization-server.ts'),
      import('../accounts/account-routes.ts'),
    ]);
  gateway.logFailures();
  const metrics = await createMetrics({
    upstreams: () => gateway.upstreams.map(({ name, status }) => ({ server: name, state: status.state })),
    catalogSize: () => countTools(gateway.server.visible().catalog).tools,
    inFlight: () => listener.inFlight(),
  });
  gateway.server.on('command:call', metrics.call);
  gateway.server.on('tools:list', ({ prompt }) => metrics.countTokens('list', prompt.listed()));
  gateway.server.on('tool:call', ({ answer }) => metrics.countTokens('result', textsOf(answer)));
  const owners = new WeakMap<Principal, GatewayOwner>();
  const ownerOf = (principal: Principal): GatewayOwner => {
    const owner = owners.get(principal) ?? toOwner(principal);
    owners.set(principal, owner);
    return owner;
  };
  const people = new AuthorizationServer({ config: config.http ?? {}, tickets: gateway.tickets, log });
  const accounts = accountRoutes({ signIn: people.signIn, upstream: (name) => gateway.upstream(name), log });
  let current = config;
  const sources = dashboardSources(gateway, people, () => current, administration, ownerOf);
  const localKey = randomBytes(24).toString('base64url');
  const listener: GatewayListener = await listenGateway({
    config: config.http ?? {},
    log,
    people,
    localKey,
    routes: [...dashboardRoutes(sources), ...people.routes(), ...accounts, ...routes],
    mcp: (read, principal, profile) => {
      const user = ownerOf(principal);
      const owner = profile === undefined ? user : gateway.profiles.ownerIn(profile, user);
      const caller = { owner, ...callerToken(read.request, principal) };
      const answer = () =>
        gateway.server.fetchDirect(read, caller) ??
        gateway.server.fetch(read.whole(), { ...caller, parsedBody: read.message });
      // Waits only if this caller has tools of its own that are not loaded yet.
      const met = gateway.meet({ principal: principal.name, token: caller.authInfo?.token });
      return met ? met.then(answer) : answer();
    },
    hasProfile: (name) => gateway.profiles.has(name),
    readiness: () => readiness(gateway),
    metrics: metrics.text,
    observe: metrics.observe,
    onProblem: (error) => log.warn(error.message),
  });
  const dashboard = new URL('/dashboard', listener.url).href;
  return {
    url: listener.url,
    dashboard,
    dashboardWithKey: needsTokens(config.http) ? undefined : `${dashboard}#key=${localKey}`,
    update: (next) => {
      listener.update(next.http ?? {});
      current = next;
    },
    close: () => listener.close(),
  };
}

function textsOf(answer: ToolCallEvent['answer']): readonly string[] {
  const { content = [] } = answer as { content?: readonly { readonly type: string; readonly text?: string }[] };
  return content.flatMap(({ text }) => text ?? []);
}

function toOwner(principal: Principal): GatewayOwner {
  const { name, client, unrestricted } = principal;
  const servers = (server: string): boolean => principal.servers(server);
  const offers = (server: string): boolean => principal.offers(server);
  const allows = (tool: Tool): boolean => (isShelfEntry(tool) ? offers(tool.server) : principal.allows(tool));
  const scope = { allows, allowsServer: servers };
  return { name, principal: { name, client }, scope: unrestricted ? undefined : scope, servers, offers };
}

/** Only a token of the authorization server: the tokens of the configuration are for this gateway alone. */
function callerToken(request: Request, { name, client, isOAuth }: Principal): Pick<FetchOptions, 'authInfo'> {
  const token = isOAuth ? bearerIn(request.headers.get('authorization')) : undefined;
  return token === undefined ? {} : { authInfo: { token, clientId: client ?? name, scopes: [] } };
}

function dashboardSources(
  gateway: Gateway,
  people: { readonly identityProvider: string | undefined },
  config: () => GatewayConfig,
  administration: ServeHttpOptions['administration'],
  ownerOf: (principal: Principal) => GatewayOwner,
): DashboardSources {
  return {
    config,
    administration: administration?.(config),
    engine: gateway.server.engine,
    visible: (scope) => gateway.server.visible(scope),
    upstreams: () => gateway.upstreams,
    trustOf: (server) => gateway.trustOf(server),
    listed: () => gateway.server.listTools(),
    reports: () => gateway.usage?.reports,
    identityProvider: () => people.identityProvider,
    asks: gateway.asks,
    functions: () => gateway.functions?.shelf,
    server: gateway.server,
    mcp: async (request, principal, profile) => {
      const user = ownerOf(principal);
      await gateway.meet({ principal: principal.name, token: undefined });
      return gateway.server.fetch(request, {
        owner: profile === undefined ? user : gateway.profiles.ownerIn(profile, user),
      });
    },
    profiles: () => gateway.profiles.names,
    audit: () => auditOf(config().stateFolder ?? defaultStateFolder(), gateway.auditTable),
  };
}

function needsTokens({ tokens = [], oauth, signIn }: NonNullable<GatewayConfig['http']> = {}): boolean {
  return tokens.length > 0 || oauth !== undefined || signIn !== undefined;
}

/** Always ready: the gateway answers also while some of its servers are down. */
function readiness({ upstreams, server }: Gateway): Readiness {
  const states = Object.fromEntries(upstreams.map(({ name, status }) => [name, status.state]));
  return { ready: true, tools: countTools(server.visible().catalog).tools, servers: states };
}
