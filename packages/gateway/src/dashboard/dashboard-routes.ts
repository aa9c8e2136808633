import type { Principal } from '../http/principal.ts';
import type { Route } from '../http/routes.ts';
import { answerJson } from './answers.ts';
import { approvalList, approveTool } from './approval-list.ts';
import { CatalogCost } from './catalog-cost.ts';
import { LiveEvents, type LiveOptions } from './live-events.ts';
import { pageRoutes } from './page-files.ts';
import type { DashboardSources } from './sources.ts';
import { toolLevels } from './tool-levels.ts';
import { toolList } from './tool-list.ts';
import { trySearch } from './try-search.ts';
import { restartUpstream, upstreamList } from './upstream-list.ts';
import { overview, usageOf } from './usage-views.ts';

export interface DashboardOptions {
  readonly live?: Partial<LiveOptions>;
}

type Question = (principal: Principal, query: URLSearchParams) => unknown;
type Action = (sources: DashboardSources, principal: Principal, request: Request) => Promise<unknown>;

/** The dashboard of a gateway: its page, what the page asks and what it can do. */
export function dashboardRoutes(sources: DashboardSources, { live = {} }: DashboardOptions = {}): Route[] {
  const events = new LiveEvents(sources, live);
  const cost = new CatalogCost(sources);
  const ask = (name: string, question: Question): Route => ({
    method: 'GET',
    path: `/dashboard/api/${name}`,
    right: 'watch',
    handle: ({ url }, principal) => answerJson(() => question(principal, new URL(url).searchParams)),
  });
  const act = (name: string, action: Action): Route => ({
    method: 'POST',
    path: `/dashboard/api/${name}`,
    right: 'operate',
    handle: (request, principal) => answerJson(() => action(sources, principal, request)),
  });
  return [
    ...pageRoutes(),
    ask('me', ({ name, rights }) => ({ name, rights: [...rights] })),
    ask('overview', (principal, query) => overview(sources, principal, query, cost)),
    ask('tools', (principal, query) => toolList(sources, principal, query)),
    ask('tool', (principal, query) => toolLevels(sources, principal, query)),
    ask('search', (principal, query) => trySearch(sources, principal, query)),
    ask('upstreams', () => upstreamList(sources)),
    ask('usage', (principal, query) => usageOf(sources, principal, query)),
    ask('approvals', (principal) => approvalList(sources, principal)),
    act('restart', restartUpstream),
    act('approve', approveTool),
    { method: 'GET', path: '/dashboard/api/events', right: 'watch', handle: async () => streamOf(events) },
  ];
}

function streamOf(events: LiveEvents): Response {
  const stream = events.open();
  if (!stream) return Response.json({ error: 'Too many pages watch at once.' }, { status: 503 });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
}
