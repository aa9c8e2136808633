import type { CallFigures, TokenFigures, UsageReports } from '@foldout/usage';

const DAY_MS = 86_400_000;

/** Everything that `stats` shows, and prints with --json. */
export interface Stats {
  readonly days: number;
  readonly saved: { readonly today: TokenFigures; readonly week: TokenFigures };
  /** One figure for each day, oldest first; 0 for days without use. */
  readonly savedByDay: readonly { readonly day: string; readonly saved: number }[];
  readonly clients: readonly (TokenFigures & { readonly client: string })[];
  readonly callsByDay: readonly { readonly day: string; readonly calls: number; readonly errors: number }[];
  readonly tools: readonly (CallFigures & { readonly tool: string })[];
  readonly slowest: readonly (CallFigures & { readonly server: string })[];
  readonly searches: {
    readonly made: number;
    readonly empty: number;
    /** Queries without results, if the configuration allows storing queries. */
    readonly emptyQueries: readonly { readonly query: string; readonly count: number }[];
  };
}

const MOST = 10;

export async function gatherStats(reports: UsageReports, days: number, now: number): Promise<Stats> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const range = { since: today - (days - 1) * DAY_MS, until: now + 1 };
  const [saved, byDay, clients, calls, tools, slowest, searches] = await Promise.all([
    reports.tokensSaved(now),
    reports.tokensByDay(range),
    reports.tokensByClient(range),
    reports.callsOverTime({ ...range, size: 'day' }),
    reports.tools({ ...range, limit: MOST }),
    reports.servers(range),
    reports.searches(range, MOST),
  ]);
  const savedOn = new Map(byDay.map(({ day, saved: amount }) => [day, amount]));
  const starts = Array.from({ length: days }, (_, index) => range.since + index * DAY_MS);
  return {
    days,
    saved,
    savedByDay: starts.map((day) => ({ day: dateOf(day), saved: savedOn.get(day) ?? 0 })),
    clients,
    callsByDay: calls.map(({ start, calls: made, errors }) => ({ day: dateOf(start), calls: made, errors })),
    tools,
    slowest: slowest.slice(0, MOST),
    searches: {
      made: searches.days.reduce((sum, day) => sum + day.searches, 0),
      empty: searches.days.reduce((sum, day) => sum + day.empty, 0),
      emptyQueries: searches.emptyQueries,
    },
  };
}

function dateOf(start: number): string {
  return new Date(start).toISOString().slice(0, 10);
}
