import type { CallFigures, ToolGraph, UsageReports } from '@foldout/usage';
import type { Principal } from '../http/principal.ts';
import { numberIn } from './answers.ts';
import type { CatalogCost } from './catalog-cost.ts';
import type { DashboardSources } from './sources.ts';
import { mayKnow, toolsOf } from './visible-catalog.ts';

const DAY = 86_400_000;
const DAYS = { least: 1, most: 365, otherwise: 7 };
const SHOWN_TOOLS = 25;
const SHOWN_CALLS = 8;
const SHOWN_EDGES = 40;
/** Of what somebody may not know of, nothing is shown: so more is asked for. */
const ASKED_FOR = 500;

function rangeOf({ now = Date.now }: DashboardSources, query: URLSearchParams) {
  const days = numberIn(query, 'days', DAYS);
  const until = now() + 1;
  return { days, since: until - days * DAY, until };
}

/** The headline: what was saved, what was done, how it went. */
export async function overview(
  sources: DashboardSources,
  principal: Principal,
  query: URLSearchParams,
  cost: CatalogCost,
) {
  const { days, since, until } = rangeOf(sources, query);
  const reports = sources.reports();
  const upstreams = sources.upstreams();
  return {
    days,
    now: until - 1,
    tools: toolsOf(sources, principal).length,
    servers: upstreams.length,
    unwell: upstreams.filter(({ status }) => status.state === 'failed' || status.state === 'needs-auth').length,
    cost: cost.known(),
    ...(reports && (await useOf(reports, { since, until }, principal))),
  };
}

async function useOf(reports: UsageReports, range: { since: number; until: number }, principal: Principal) {
  const [saved, byDay, byClient, over, total, searches, recent] = await Promise.all([
    reports.tokensSaved(range.until - 1),
    reports.tokensByDay(range),
    reports.tokensByClient(range),
    reports.callsOverTime(range),
    reports.calls(range),
    reports.searches(range, 10),
    reports.recentCalls(principal.unrestricted ? SHOWN_CALLS : ASKED_FOR),
  ]);
  const known = recent.filter(({ server, tool }) => mayKnow(principal, `${server}/${tool}`)).slice(0, SHOWN_CALLS);
  return {
    tokens: { saved, days: byDay, clients: byClient.slice(0, 10) },
    calls: { total, over },
    searches: {
      made: searches.days.reduce((sum, day) => sum + day.searches, 0),
      empty: searches.days.reduce((sum, day) => sum + day.empty, 0),
      emptyQueries: principal.unrestricted ? searches.emptyQueries : [],
    },
    recent: known.map(({ at, server, tool, success, code, latencyMs, client }) => {
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

/** What is used, and what follows what. */
export async function usageOf(
  sources: DashboardSources,
  principal: Principal,
  query: URLSearchParams,
): Promise<UsageAnswer> {
  const { days, since, until } = rangeOf(sources, query);
  const reports = sources.reports();
  if (!reports) return { days, tools: [], servers: [], edges: [] };
  const limit = principal.unrestricted ? SHOWN_TOOLS : ASKED_FOR;
  const [tools, servers, graph] = await Promise.all([
    reports.tools({ since, until, limit }),
    reports.servers({ since, until }),
    reports.graph(principal.unrestricted ? SHOWN_EDGES : ASKED_FOR),
  ]);
  return {
    days,
    tools: tools.filter(({ tool }) => mayKnow(principal, tool)).slice(0, SHOWN_TOOLS),
    servers,
    edges: graph.edges
      .filter(({ previous, next }) => mayKnow(principal, previous) && mayKnow(principal, next))
      .slice(0, SHOWN_EDGES),
  };
}
