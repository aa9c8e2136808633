import { countTools } from '@foldout/core/internal';
import type { CallFigures, ToolGraph, UsageReports } from '@foldout/usage';
import type { Principal } from '../http/principal.ts';
import type { CatalogCost } from './catalog-cost.ts';
import { numberParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { maySee, visibleTo } from './visible-catalog.ts';

const DAY = 86_400_000;
const DAYS = { min: 1, max: 365, fallback: 7 };
const SHOWN_TOOLS = 25;
const SHOWN_CALLS = 8;
const SHOWN_EDGES = 40;
/** Rows to read for a restricted principal, before the rows of tools that it may not see are removed. */
const READ_BEFORE_FILTER = 500;

function rangeOf({ now = Date.now }: DashboardSources, query: URLSearchParams) {
  const days = numberParam(query, 'days', DAYS);
  const until = now() + 1;
  return { days, since: until - days * DAY, until };
}

/** The figures of the first view: tokens saved, calls, searches. */
export async function overview(
  sources: DashboardSources,
  principal: Principal,
  query: URLSearchParams,
  cost: CatalogCost,
) {
  const { days, since, until } = rangeOf(sources, query);
  const reports = sources.reports();
  const upstreams = sources.upstreams();
  const { tools, withheld } = countTools(visibleTo(sources, principal).catalog);
  return {
    days,
    now: until - 1,
    tools,
    withheld,
    servers: upstreams.length,
    unwell: upstreams.filter(({ status }) => UNWELL.has(status.state)).length,
    cost: cost.latest(),
    ...(reports && (await useOf(reports, { since, until }, principal))),
  };
}

const UNWELL: ReadonlySet<string> = new Set(['failed', 'needs-auth', 'needs-approval']);

async function useOf(reports: UsageReports, range: { since: number; until: number }, principal: Principal) {
  const [saved, byDay, byClient, over, total, searches, recent] = await Promise.all([
    reports.tokensSaved(range.until - 1),
    reports.tokensByDay(range),
    reports.tokensByClient(range),
    reports.callsOverTime(range),
    reports.calls(range),
    reports.searches(range, 10),
    reports.recentCalls(principal.unrestricted ? SHOWN_CALLS : READ_BEFORE_FILTER),
  ]);
  const visible = recent.filter(({ server, tool }) => maySee(principal, `${server}/${tool}`)).slice(0, SHOWN_CALLS);
  return {
    tokens: { saved, days: byDay, clients: byClient.slice(0, 10) },
    calls: { total, over },
    searches: {
      made: searches.days.reduce((sum, day) => sum + day.searches, 0),
      empty: searches.days.reduce((sum, day) => sum + day.empty, 0),
      emptyQueries: principal.unrestricted ? searches.emptyQueries : [],
    },
    recent: visible.map(({ at, server, tool, success, code, latencyMs, client }) => {
      return { at, server, tool, success, code, latencyMs: Math.round(latencyMs * 10) / 10, client };
    }),
  };
}

export interface UsageAnswer {
  readonly days: number;
  readonly tools: readonly (CallFigures & { readonly server: string; readonly tool: string })[];
  readonly servers: readonly (CallFigures & { readonly server: string })[];
  readonly edges: ToolGraph['edges'];
}

/** The most used tools, the servers, and which tool is called after which. */
export async function usageOf(
  sources: DashboardSources,
  principal: Principal,
  query: URLSearchParams,
): Promise<UsageAnswer> {
  const { days, since, until } = rangeOf(sources, query);
  const reports = sources.reports();
  if (!reports) return { days, tools: [], servers: [], edges: [] };
  const limit = principal.unrestricted ? SHOWN_TOOLS : READ_BEFORE_FILTER;
  const [tools, servers, graph] = await Promise.all([
    reports.tools({ since, until, limit }),
    reports.servers({ since, until }),
    reports.graph(principal.unrestricted ? SHOWN_EDGES : READ_BEFORE_FILTER),
  ]);
  return {
    days,
    tools: tools.filter(({ tool }) => maySee(principal, tool)).slice(0, SHOWN_TOOLS),
    servers,
    edges: graph.edges
      .filter(({ previous, next }) => maySee(principal, previous) && maySee(principal, next))
      .slice(0, SHOWN_EDGES),
  };
}
