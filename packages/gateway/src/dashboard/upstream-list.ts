import type { Principal } from '../http/principal.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { textsInBody, Unanswerable } from './answers.ts';
import type { DashboardSources } from './sources.ts';

const DAY = 86_400_000;

/** How every server stands. As `/ready` and the metrics, it is for everybody who may watch. */
export async function upstreamList({ upstreams, reports, now = Date.now }: DashboardSources) {
  const until = now() + 1;
  const figures = (await reports()?.servers({ since: until - DAY, until })) ?? [];
  const byServer = new Map(figures.map((one) => [one.server, one]));
  return {
    upstreams: upstreams().map((upstream) => {
      const { server, era, fetchedAt, tools } = upstream.manifest ?? {};
      const { calls = 0, errors = 0, p50, p95, p99 } = byServer.get(upstream.name) ?? {};
      return {
        ...stateOf(upstream),
        version: server?.version,
        era,
        fetchedAt,
        tools: tools?.length ?? 0,
        day: { calls, errors, ...(calls > 0 && { p50, p95, p99 }) },
      };
    }),
  };
}

/** What changes by itself, and is told to those who watch. */
export function stateOf({ name, status }: Upstream) {
  const { state, todo, lastError, restarts, retryAt, pid } = status;
  return { name, state, todo, lastError, restarts, retryAt, pid };
}

/** Starts a server again, and says how it went. */
export async function restartUpstream({ upstreams }: DashboardSources, _principal: Principal, request: Request) {
  const { server } = await textsInBody(request, ['server']);
  const upstream = upstreams().find(({ name }) => name === server);
  if (!upstream) throw new Unanswerable(404, 'There is no such server.');
  await upstream.restart();
  return stateOf(upstream);
}
