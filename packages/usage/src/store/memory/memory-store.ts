import type { UsageBatch, UsageEvent } from '../../events/usage-event.ts';
import {
  type ActivityCounts,
  add,
  countBatch,
  entryOf,
  mergeActivity,
  noActivity,
  noUse,
  type SessionState,
  serverRow,
  type ToolCounts,
} from '../batch-counts.ts';
import { bucketStart, type TimeRange } from '../time-buckets.ts';
import {
  type Activity,
  type ActivityQuery,
  type Companions,
  type LedgerDay,
  RETENTION,
  type Retention,
  type SearchDay,
  type ToolTotals,
  type Transition,
  type UsageStore,
} from '../usage-store.ts';

export interface MemoryStoreOptions {
  readonly retention?: Partial<Retention>;
  readonly now?: () => number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Usage for as long as the process lives: for tests, and where nothing may be written down. */
export class MemoryStore implements UsageStore {
  readonly #retention: Retention;
  readonly #now: () => number;
  readonly #batches = new Map<string, number>();
  #events: UsageEvent[] = [];
  readonly #tools = new Map<string, ToolCounts>();
  readonly #activity = new Map<string, ActivityCounts>();
  readonly #transitions = new Map<string, Map<string, number>>();
  readonly #pairs = new Map<string, Map<string, number>>();
  readonly #sessions = new Map<string, SessionState>();
  readonly #ledger = new Map<string, Mutable<LedgerDay>>();
  readonly #searches = new Map<number, Mutable<SearchDay>>();
  readonly #emptyQueries = new Map<string, { day: number; query: string; count: number }>();

  constructor({ retention, now = Date.now }: MemoryStoreOptions = {}) {
    this.#retention = { ...RETENTION, ...retention };
    this.#now = now;
  }

  async append(batch: UsageBatch): Promise<void> {
    if (this.#batches.has(batch.id)) return;
    const now = this.#now();
    this.#batches.set(batch.id, now);
    this.#forgetQuiet(batch, now);
    this.#count(batch, now);
    this.#countDays(batch);
    const { eventsMs, eventRows } = this.#retention;
    this.#events.push(...batch.events.filter(({ at }) => at >= now - eventsMs));
    if (this.#events.length > eventRows * 1.1) this.#events = this.#events.slice(-eventRows);
  }

  async popular(limit: number): Promise<readonly ToolTotals[]> {
    return [...this.#tools]
      .sort(([a, one], [b, other]) => other.calls - one.calls || compare(a, b))
      .slice(0, limit)
      .map(([, { server, name, calls, errors, sessions, lastUsed }]) => {
        return { server, tool: name, calls, errors, sessions, lastUsed };
      });
  }

  async evidence(): Promise<{ calls: number; sessions: number }> {
    const tools = [...this.#tools.values()];
    return {
      calls: tools.reduce((sum, { calls }) => sum + calls, 0),
      sessions: tools.reduce((most, { sessions }) => Math.max(most, sessions), 0),
    };
  }

  async companions(tool: string): Promise<Companions> {
    const others = sorted(this.#pairs.get(tool)).map(([other, sessions]) => ({ tool: other, sessions }));
    return { sessions: this.#tools.get(tool)?.sessions ?? 0, others };
  }

  async followers(tool: string): Promise<readonly Transition[]> {
    return sorted(this.#transitions.get(tool)).map(([next, count]) => ({ previous: tool, next, count }));
  }

  async transitions(limit: number): Promise<readonly Transition[]> {
    return [...this.#transitions]
      .flatMap(([previous, inner]) => [...inner].map(([next, count]) => ({ previous, next, count })))
      .sort((a, b) => b.count - a.count || compare(a.previous, b.previous) || compare(a.next, b.next))
      .slice(0, limit);
  }

  async activity(query: ActivityQuery): Promise<readonly Activity[]> {
    const { size, until, by, limit = Number.POSITIVE_INFINITY } = query;
    const since = bucketStart(query.since, size);
    const groups = new Map<string | number, ActivityCounts>();
    for (const row of this.#activity.values()) {
      if (row.size !== size || row.start < since || row.start >= until) continue;
      if (!isWanted(row, query)) continue;
      const group = { time: row.start, tool: row.tool, server: row.server }[by];
      const start = by === 'time' ? row.start : 0;
      const sum = entryOf(groups, group, () =>
        noActivity(size, start, by === 'tool' ? row.tool : '', by === 'time' ? '' : row.server),
      );
      mergeActivity(sum, row);
    }
    const rows = [...groups.values()].map(({ size: _size, ...row }) => row);
    if (by === 'time') return rows.sort((a, b) => a.start - b.start).slice(0, limit);
    return rows.sort((a, b) => b.calls - a.calls || compare(a[by], b[by])).slice(0, limit);
  }

  async ledger(range: TimeRange & { readonly by?: 'day' | 'client' }): Promise<readonly LedgerDay[]> {
    const sums = new Map<string, Mutable<LedgerDay>>();
    for (const row of within([...this.#ledger.values()], range)) {
      const day = range.by === 'client' ? 0 : row.day;
      const client = range.by === 'day' ? '' : row.client;
      const sum = entryOf(sums, `${day} ${client}`, () => ({ day, client, listed: 0, sent: 0 }));
      sum.listed += row.listed;
      sum.sent += row.sent;
    }
    return [...sums.values()].sort((a, b) => a.day - b.day || compare(a.client, b.client));
  }

  async searches(range: TimeRange): Promise<readonly SearchDay[]> {
    return within([...this.#searches.values()], range).sort((a, b) => a.day - b.day);
  }

  async emptyQueries(range: TimeRange, limit: number): Promise<readonly { query: string; count: number }[]> {
    const sums = new Map<string, number>();
    for (const { query, count } of within([...this.#emptyQueries.values()], range)) {
      sums.set(query, (sums.get(query) ?? 0) + count);
    }
    return sorted(sums)
      .slice(0, limit)
      .map(([query, count]) => ({ query, count }));
  }

  async recent(limit: number): Promise<readonly UsageEvent[]> {
    return this.#events.slice(-limit).reverse();
  }

  async prune(now = this.#now()): Promise<void> {
    const { eventsMs, eventRows, sessionsMs, hoursMs, daysMs, emptyQueriesMs, batchesMs } = this.#retention;
    this.#events = this.#events.filter(({ at }) => at >= now - eventsMs).slice(-eventRows);
    dropWhere(this.#sessions, ({ lastAt }) => lastAt < now - sessionsMs);
    dropWhere(this.#batches, (at) => at < now - batchesMs);
    dropWhere(this.#activity, ({ size, start }) => size === 'hour' && start < now - hoursMs);
    dropWhere(this.#activity, ({ size, start }) => size === 'day' && start < now - daysMs);
    dropWhere(this.#ledger, ({ day }) => day < now - daysMs);
    dropWhere(this.#searches, ({ day }) => day < now - daysMs);
    dropWhere(this.#emptyQueries, ({ day }) => day < now - emptyQueriesMs);
  }

  async close(): Promise<void> {}

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #forgetQuiet({ events }: UsageBatch, now: number): void {
    for (const { session } of events) {
      const state = this.#sessions.get(session);
      if (state && state.lastAt < now - this.#retention.sessionsMs) this.#sessions.delete(session);
    }
  }

  #count({ events }: UsageBatch, now: number): void {
    const counts = countBatch(events, this.#sessions, { now, retention: this.#retention });
    for (const [key, counted] of counts.tools) {
      const tool = entryOf(this.#tools, key, () => noUse(counted.server, counted.name));
      tool.calls += counted.calls;
      tool.errors += counted.errors;
      tool.totalMs += counted.totalMs;
      tool.sessions += counted.sessions;
      tool.lastUsed = Math.max(tool.lastUsed, counted.lastUsed);
    }
    for (const row of counts.activity) {
      const { size, start, tool, server } = row;
      const sum = entryOf(this.#activity, `${size} ${start} ${tool}`, () => noActivity(size, start, tool, server));
      mergeActivity(sum, row);
    }
    for (const [from, inner] of counts.transitions) {
      for (const [to, count] of inner) add(this.#transitions, from, to, count);
    }
    for (const [tool, inner] of counts.pairs) {
      for (const [other, count] of inner) {
        add(this.#pairs, tool, other, count);
        add(this.#pairs, other, tool, count);
      }
    }
  }

  #countDays({ tokens, searches }: UsageBatch): void {
    for (const { at, client, listed, sent } of tokens) {
      const day = bucketStart(at, 'day');
      const sum = entryOf(this.#ledger, `${day} ${client}`, () => ({ day, client, listed: 0, sent: 0 }));
      sum.listed += listed;
      sum.sent += sent;
    }
    for (const { at, empty, query } of searches) {
      const day = bucketStart(at, 'day');
      const sum = entryOf(this.#searches, day, () => ({ day, searches: 0, empty: 0 }));
      sum.searches += 1;
      sum.empty += empty ? 1 : 0;
      if (query !== undefined) {
        entryOf(this.#emptyQueries, `${day} ${query}`, () => ({ day, query, count: 0 })).count += 1;
      }
    }
  }
}

/** Sums of a server and of all have rows of their own. */
function isWanted(row: ActivityCounts, { by, tool, server }: ActivityQuery): boolean {
  if (tool !== undefined) return row.tool === tool;
  if (by === 'time') return row.tool === (server === undefined ? '' : serverRow(server));
  if (row.tool === '' || (server !== undefined && row.server !== server)) return false;
  return (row.tool === serverRow(row.server)) === (by === 'server');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The largest first, then by name. */
function sorted(counts: ReadonlyMap<string, number> | undefined): [string, number][] {
  return [...(counts ?? [])].sort(([a, one], [b, other]) => other - one || compare(a, b));
}

function within<T extends { readonly day: number }>(rows: readonly T[], { since, until }: TimeRange): T[] {
  return rows.filter(({ day }) => day >= bucketStart(since, 'day') && day < until).map((row) => ({ ...row }));
}

function dropWhere<K, V>(map: Map<K, V>, gone: (value: V) => boolean): void {
  for (const [key, value] of map) if (gone(value)) map.delete(key);
}
