import type { UsageEvent } from '../events/usage-event.ts';
import { emptyActivity, mergeActivity } from '../store/batch-counts.ts';
import { percentile } from '../store/latency-bins.ts';
import { BUCKETS, type BucketSize, bucketStart, sizeFor, type TimeRange } from '../store/time-buckets.ts';
import type { Activity, SearchDay, Transition, UsageStore } from '../store/usage-store.ts';

/** Call counts and latencies in milliseconds. */
export interface CallFigures {
  readonly calls: number;
  readonly errors: number;
  readonly meanMs: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface TokenFigures {
  readonly listed: number;
  readonly sent: number;
  readonly saved: number;
}

export interface ToolGraph {
  /** `server/tool`, sorted. */
  readonly nodes: readonly string[];
  /** Most frequent first. The probability is the edge's share of all edges from the same tool in this graph. */
  readonly edges: readonly (Transition & { readonly probability: number })[];
}

/** For each call, at most this many events are read: searches and reads are recorded too. */
const EVENTS_OF_CALL = 25;

const NO_TOKENS: TokenFigures = { listed: 0, sent: 0, saved: 0 };

/** The figures of `foldout stats` and the dashboard. They come from aggregates, so that no report reads single events. */
export class UsageReports {
  readonly #store: UsageStore;

  constructor(store: UsageStore) {
    this.#store = store;
  }

  /** All calls in a time range. */
  async calls(range: TimeRange): Promise<CallFigures> {
    const rows = await this.#store.activity({ ...range, size: sizeFor(range), by: 'server' });
    const sum = emptyActivity('hour', 0, '', '');
    for (const row of rows) mergeActivity(sum, row);
    return figures(sum);
  }

  /** Calls over time, by hour, day or month depending on the length of the range. Includes buckets without calls. */
  async callsOverTime(
    range: TimeRange & { readonly size?: BucketSize; readonly tool?: string; readonly server?: string },
  ): Promise<readonly (CallFigures & { readonly start: number })[]> {
    const { size = sizeFor(range), tool, server, since, until } = range;
    const rows = await this.#store.activity({ since, until, size, by: 'time', tool, server });
    const byStart = new Map(rows.map((row) => [row.start, row]));
    const starts: number[] = [];
    for (let start = bucketStart(since, size); start < until; start += BUCKETS[size]) starts.push(start);
    return starts.map((start) => ({ start, ...figures(byStart.get(start)) }));
  }

  /** The most used tools in a time range. */
  async tools(
    range: TimeRange & { readonly limit?: number; readonly server?: string },
  ): Promise<readonly (CallFigures & { readonly server: string; readonly tool: string })[]> {
    const { limit = 20, server, since, until } = range;
    const rows = await this.#store.activity({ since, until, size: sizeFor(range), by: 'tool', limit, server });
    return rows.map((row) => ({ server: row.server, tool: row.tool, ...figures(row) }));
  }

  /** The servers in a time range, sorted by 95th percentile, slowest first. */
  async servers(range: TimeRange): Promise<readonly (CallFigures & { readonly server: string })[]> {
    const rows = await this.#store.activity({ ...range, size: sizeFor(range), by: 'server' });
    return rows
      .map((row) => ({ server: row.server, ...figures(row) }))
      .sort((a, b) => b.p95 - a.p95 || (a.server < b.server ? -1 : 1));
  }

  async tokensByDay({ since, until }: TimeRange): Promise<readonly (TokenFigures & { readonly day: number })[]> {
    const days = await this.#store.ledger({ since, until, by: 'day' });
    return days.map(({ day, listed, sent }) => ({ day, listed, sent, saved: listed - sent }));
  }

  /** Sorted by saved tokens, highest first. */
  async tokensByClient({ since, until }: TimeRange): Promise<readonly (TokenFigures & { readonly client: string })[]> {
    const clients = await this.#store.ledger({ since, until, by: 'client' });
    return clients
      .map(({ client, listed, sent }) => ({ client, listed, sent, saved: listed - sent }))
      .sort((a, b) => b.saved - a.saved || (a.client < b.client ? -1 : 1));
  }

  /** Tokens saved today and in the last seven days, today included. Days are in UTC. */
  async tokensSaved(now = Date.now()): Promise<{ readonly today: TokenFigures; readonly week: TokenFigures }> {
    const today = bucketStart(now, 'day');
    const days = await this.tokensByDay({ since: today - 6 * BUCKETS.day, until: now + 1 });
    const week = days.reduce(sumTokens, NO_TOKENS);
    return { today: days.filter(({ day }) => day === today).reduce(sumTokens, NO_TOKENS), week };
  }

  /** Searches by day, the number without results, and their texts if `keepEmptySearches` is set. */
  async searches(range: TimeRange, limit = 20) {
    const days: readonly SearchDay[] = await this.#store.searches(range);
    return { days, emptyQueries: await this.#store.emptyQueries(range, limit) };
  }

  /** The most frequent transitions between tools. */
  async graph(limit = 50): Promise<ToolGraph> {
    const transitions = await this.#store.transitions(limit);
    const totals = new Map<string, number>();
    for (const { previous, count } of transitions) totals.set(previous, (totals.get(previous) ?? 0) + count);
    const nodes = [...new Set(transitions.flatMap(({ previous, next }) => [previous, next]))].sort();
    const edges = transitions.map((edge) => ({ ...edge, probability: edge.count / (totals.get(edge.previous) ?? 1) }));
    return { nodes, edges };
  }

  async recentCalls(limit = 50): Promise<readonly UsageEvent[]> {
    // Between two calls there are often a search and its hits.
    const events = await this.#store.recent(limit * EVENTS_OF_CALL);
    return events.filter(({ access }) => access === 'call').slice(0, limit);
  }
}

function figures(row: Activity | undefined): CallFigures {
  if (!row || row.calls === 0) return { calls: 0, errors: 0, meanMs: 0, p50: 0, p95: 0, p99: 0 };
  const { calls, errors, totalMs, bins } = row;
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((q) => Math.round(percentile(bins, q) * 100) / 100);
  return { calls, errors, meanMs: Math.round((totalMs / calls) * 100) / 100, p50, p95, p99 };
}

function sumTokens(a: TokenFigures, b: TokenFigures): TokenFigures {
  return { listed: a.listed + b.listed, sent: a.sent + b.sent, saved: a.saved + b.saved };
}
