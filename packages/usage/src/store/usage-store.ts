import type { UsageBatch, UsageEvent } from '../events/usage-event.ts';
import type { BucketSize, TimeRange } from './time-buckets.ts';

/** All that was ever counted of a tool. */
export interface ToolTotals {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  /** In how many sessions it was used. */
  readonly sessions: number;
  readonly lastUsed: number;
}

export interface Companions {
  /** Sessions that used the tool. */
  readonly sessions: number;
  /** Other tools, and in how many of those sessions they were used too; the most first, then by name. */
  readonly others: readonly { readonly tool: string; readonly sessions: number }[];
}

export interface Transition {
  readonly previous: string;
  readonly next: string;
  readonly count: number;
}

export interface ActivityQuery extends TimeRange {
  readonly size: BucketSize;
  readonly by: 'time' | 'tool' | 'server';
  /** `server/tool`: only this one. */
  readonly tool?: string | undefined;
  readonly server?: string | undefined;
  /** The most used first; all where it is absent. */
  readonly limit?: number | undefined;
}

/** Calls that were counted together. What they are grouped by is set, the rest is empty or 0. */
export interface Activity {
  readonly start: number;
  readonly server: string;
  /** `server/tool`. */
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  readonly totalMs: number;
  /** Calls by latency: see `LATENCY_BOUNDS`. */
  readonly bins: readonly number[];
}

export interface LedgerDay {
  /** Start of the day, UTC. */
  readonly day: number;
  readonly client: string;
  readonly listed: number;
  readonly sent: number;
}

export interface SearchDay {
  readonly day: number;
  readonly searches: number;
  readonly empty: number;
}

/**
 * Where usage is kept. Whoever implements it counts while writing, so that no question has to look at
 * every event. One contract suite holds for all of them.
 */
export interface UsageStore extends AsyncDisposable {
  /** All of the batch or nothing; a batch that was written before is left alone. Rejects where it cannot write. */
  append(batch: UsageBatch): Promise<void>;
  popular(limit: number): Promise<readonly ToolTotals[]>;
  /** How much is known at all. */
  evidence(): Promise<{ readonly calls: number; readonly sessions: number }>;
  companions(tool: string): Promise<Companions>;
  /** What came right after the tool, the most frequent first, then by name. */
  followers(tool: string): Promise<readonly Transition[]>;
  /** The most frequent transitions of all. */
  transitions(limit: number): Promise<readonly Transition[]>;
  activity(query: ActivityQuery): Promise<readonly Activity[]>;
  /** By day and client, or summed up over one of them, which is then empty. */
  ledger(range: TimeRange & { readonly by?: 'day' | 'client' }): Promise<readonly LedgerDay[]>;
  searches(range: TimeRange): Promise<readonly SearchDay[]>;
  /** Empty searches whose words were kept. */
  emptyQueries(range: TimeRange, limit: number): Promise<readonly { readonly query: string; readonly count: number }[]>;
  /** The latest events, newest first; only those that were not pruned. */
  recent(limit: number): Promise<readonly UsageEvent[]>;
  /** Lets go of what is older than it has to be kept. */
  prune(now?: number): Promise<void>;
  close(): Promise<void>;
}

/** How long things are kept. Totals, transitions and what is used together are kept for good. */
export interface Retention {
  /** Single events, by age and by number. */
  readonly eventsMs: number;
  readonly eventRows: number;
  /** A session that was quiet for longer begins anew. */
  readonly sessionsMs: number;
  readonly hoursMs: number;
  readonly daysMs: number;
  readonly emptyQueriesMs: number;
  /** Ids of batches, for those that are tried again. */
  readonly batchesMs: number;
}

const DAY = 86_400_000;

export const RETENTION: Retention = {
  eventsMs: 30 * DAY,
  eventRows: 100_000,
  sessionsMs: 7 * DAY,
  hoursMs: 8 * DAY,
  daysMs: 400 * DAY,
  emptyQueriesMs: 90 * DAY,
  batchesMs: DAY,
};

/** More different tools than this in one session say nothing about what belongs together. */
export const MAX_TOOLS_OF_SESSION = 256;
