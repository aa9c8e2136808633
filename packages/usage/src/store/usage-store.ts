import type { UsageBatch, UsageEvent } from '../events/usage-event.ts';
import type { BucketSize, TimeRange } from './time-buckets.ts';

/** The totals of a tool since the store was created. */
export interface ToolTotals {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  /** Number of sessions that used the tool. */
  readonly sessions: number;
  readonly lastUsed: number;
}

export interface Companions {
  /** Sessions that used the tool. */
  readonly sessions: number;
  /** Other tools in these sessions. `sessions`: number of sessions with both tools; highest first, then by name. */
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
  /** Restricts to one `server/tool`. */
  readonly tool?: string | undefined;
  readonly server?: string | undefined;
  /** Maximum number of rows, most used first. Default: all rows. */
  readonly limit?: number | undefined;
}

/** Calls of one group. The field that the query groups by is set; the others are empty or 0. */
export interface Activity {
  readonly start: number;
  readonly server: string;
  /** `server/tool`. */
  readonly tool: string;
  readonly calls: number;
  readonly errors: number;
  readonly totalMs: number;
  /** Latency histogram: see `LATENCY_BOUNDS`. */
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
 * Stores usage. Implementations update aggregates while writing, so that no query reads every event. One contract test
 * suite covers all of them.
 */
export interface UsageStore extends AsyncDisposable {
  /** Writes a batch in one transaction. A batch id that was written before is ignored. Rejects if it cannot write. */
  append(batch: UsageBatch): Promise<void>;
  popular(limit: number): Promise<readonly ToolTotals[]>;
  /** The amount of data: total calls, and sessions of the tool with the most sessions. */
  evidence(): Promise<{ readonly calls: number; readonly sessions: number }>;
  companions(tool: string): Promise<Companions>;
  /** Transitions from a tool, most frequent first, then by name. */
  followers(tool: string): Promise<readonly Transition[]>;
  /** The most frequent transitions between any tools. */
  transitions(limit: number): Promise<readonly Transition[]>;
  activity(query: ActivityQuery): Promise<readonly Activity[]>;
  /** One row per day and client. `by` groups by one field only: then `client` is empty or `day` is 0. */
  ledger(range: TimeRange & { readonly by?: 'day' | 'client' }): Promise<readonly LedgerDay[]>;
  searches(range: TimeRange): Promise<readonly SearchDay[]>;
  /** Searches without results whose text was stored. */
  emptyQueries(range: TimeRange, limit: number): Promise<readonly { readonly query: string; readonly count: number }[]>;
  /** The latest events that were not pruned, newest first. */
  recent(limit: number): Promise<readonly UsageEvent[]>;
  /** Deletes data older than its retention time. */
  prune(now?: number): Promise<void>;
  close(): Promise<void>;
}

/** Retention times. Totals, transitions and co-occurrences are never deleted. */
export interface Retention {
  /** Maximum age and number of single events. */
  readonly eventsMs: number;
  readonly eventRows: number;
  /** A session without events for this time expires. */
  readonly sessionsMs: number;
  readonly hoursMs: number;
  readonly daysMs: number;
  readonly emptyQueriesMs: number;
  /** Ids of written batches, which detect retries. */
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

/** Maximum number of tools of a session that are counted in pairs. The number of pairs grows quadratically. */
export const MAX_TOOLS_OF_SESSION = 256;
