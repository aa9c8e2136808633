import type { CatalogReader, Engine } from '@foldout/core';
import { countTools } from '@foldout/core/internal';
import type { ServerConfig } from '../config/config-schema.ts';
import type { Upstream, UpstreamStatus } from '../upstreams/upstream.ts';
import { ApiError, bodyTexts } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';

const DAY = 86_400_000;
const MAX_CLAIMS = 20;

/** All servers with their state and the figures of one day. Not filtered by principal, like `/ready` and the metrics. */
export async function upstreamList(sources: DashboardSources) {
  const { engine, upstreams, visible, reports, now = Date.now } = sources;
  const { mcpServers } = sources.config();
  const until = now() + 1;
  const figures = (await reports()?.servers({ since: until - DAY, until })) ?? [];
  const byServer = new Map(figures.map((ofServer) => [ofServer.server, ofServer]));
  const { catalog } = visible();
  const counts = countTools(catalog);
  const claims = claimsIn(catalog);
  return {
    upstreams: upstreams().map((upstream) => {
      const { manifest } = upstream;
      const { server, era, fetchedAt } = manifest ?? {};
      const { calls = 0, errors = 0, p50, p95, p99 } = byServer.get(upstream.name) ?? {};
      return {
        ...stateOf(engine, upstream),
        category: mcpServers[upstream.name]?.category,
        signsIn: canSignIn(mcpServers[upstream.name]),
        version: server?.version,
        era,
        fetchedAt,
        ...counts.of(upstream.name),
        claims: claims.get(upstream.name) ?? [],
        day: { calls, errors, ...(calls > 0 && { p50, p95, p99 }) },
      };
    }),
  };
}

/** Whether a user can sign in to the server for everyone. With `identity`, each person does, or the gateway itself. */
function canSignIn(server: ServerConfig | undefined): boolean {
  return server?.url !== undefined && server.bearerToken === undefined && (server.identity ?? 'shared') === 'shared';
}

/** Server → its tools whose names begin with the prefix of another server. They are listed with their own server's prefix. */
function claimsIn(catalog: CatalogReader): ReadonlyMap<string, readonly string[]> {
  const claims = new Map<string, string[]>();
  for (const { tool } of catalog.entries()) {
    if (catalog.claimedServer(tool) === undefined) continue;
    const names = claims.get(tool.server) ?? [];
    if (names.length < MAX_CLAIMS) names.push(tool.name);
    claims.set(tool.server, names);
  }
  return claims;
}

/** The state of an upstream that changes while a page is open. Live events send it. */
export interface UpstreamLiveState extends UpstreamStatus {
  readonly name: string;
}

export function stateOf({ catalog }: Engine, { name, status }: Upstream): UpstreamLiveState {
  // A server that waits for its turn to be asked for its tools is starting, although its process does not run yet.
  const source = catalog.source(name)?.status?.();
  const state = source?.state === 'starting' ? 'starting' : status.state;
  const { todo, lastError, restarts, retryAt, pid, startedAt } = status;
  return { name, state, todo, lastError, restarts, retryAt, pid, startedAt };
}

/** Restarts a server, and returns its state after the start. */
export async function restartUpstream({ engine, upstreams }: DashboardSources, request: Request) {
  const { server } = await bodyTexts(request, ['server']);
  const upstream = upstreams().find(({ name }) => name === server);
  if (!upstream) throw new ApiError(404, `There is no server '${server}'.`);
  await upstream.restart();
  return stateOf(engine, upstream);
}
