import type { UsageBatch, UsageEvent } from '../../events/usage-event.ts';
import { type BatchCounts, countBatch, type SessionState } from '../batch-counts.ts';
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
import type { SqlConnection, SqlDatabase, SqlValue } from './sql-database.ts';
import { activityFrom, activityQuery, eventRows, eventsFrom } from './sql-rows.ts';
import { TABLES } from './usage-tables.ts';

export interface SqlUsageStoreOptions {
  readonly retention?: Partial<Retention>;
  readonly now?: () => number;
}

/** Rows per DELETE of `prune`, so that no transaction blocks other writers for long. */
const PRUNE_ROWS = 5_000;

/** The sequence number of the latest event. */
const LAST_EVENT = 'SELECT COALESCE(MAX(last), 0) AS last FROM usage_events';

/** Usage in a SQL database. Aggregates are updated in the transaction that writes the events. */
export class SqlUsageStore implements UsageStore {
  readonly #database: SqlDatabase;
  readonly #retention: Retention;
  readonly #now: () => number;

  constructor(database: SqlDatabase, { retention, now = Date.now }: SqlUsageStoreOptions = {}) {
    this.#database = database;
    this.#retention = { ...RETENTION, ...retention };
    this.#now = now;
  }

  append(batch: UsageBatch): Promise<void> {
    const now = this.#now();
    return this.#database.transaction(async (connection) => {
      const isNew = await connection.write(TABLES.batches, [[batch.id, now]]);
      if (isNew === 0) return;
      const sessions = await this.#sessions(connection, [...new Set(batch.events.map(({ session }) => session))], now);
      const counts = countBatch(batch.events, sessions, { now, retention: this.#retention });
      await this.#writeEvents(connection, batch.events, now);
      await this.#writeCounts(connection, counts, now);
      await writeDays(connection, batch);
    });
  }

  popular(limit: number): Promise<readonly ToolTotals[]> {
    const sql = `SELECT server, name AS tool, calls, errors, sessions, last_used AS "lastUsed" FROM usage_tools
      ORDER BY calls DESC, usage_tools.tool LIMIT ?`;
    return this.#all<ToolTotals>(sql, limit);
  }

  async evidence(): Promise<{ calls: number; sessions: number }> {
    // Sessions of the most used tool: a lower bound of all sessions, which is enough for a minimum check.
    const sql = 'SELECT COALESCE(SUM(calls), 0) AS calls, COALESCE(MAX(sessions), 0) AS sessions FROM usage_tools';
    const [row] = await this.#all<{ calls: number; sessions: number }>(sql);
    return row ?? { calls: 0, sessions: 0 };
  }

  companions(tool: string): Promise<Companions> {
    return this.#database.read(async (connection) => {
      const known = 'SELECT sessions FROM usage_tools WHERE tool = ?';
      const [found] = await connection.all<{ sessions: number }>(known, tool);
      const pairs = `SELECT other AS tool, sessions FROM usage_pairs WHERE tool = ?
        UNION ALL SELECT tool, sessions FROM usage_pairs WHERE other = ? ORDER BY sessions DESC, tool`;
      const others = found ? await connection.all<{ tool: string; sessions: number }>(pairs, tool, tool) : [];
      return { sessions: found?.sessions ?? 0, others };
    });
  }

  followers(tool: string): Promise<readonly Transition[]> {
    const sql = 'SELECT previous, next, count FROM usage_transitions WHERE previous = ? ORDER BY count DESC, next';
    return this.#all<Transition>(sql, tool);
  }

  transitions(limit: number): Promise<readonly Transition[]> {
    const sql = 'SELECT previous, next, count FROM usage_transitions ORDER BY count DESC, previous, next LIMIT ?';
    return this.#all<Transition>(sql, limit);
  }

  async activity(query: ActivityQuery): Promise<readonly Activity[]> {
    const { sql, values } = activityQuery(query);
    return (await this.#all<Record<string, number | string>>(sql, ...values)).map(activityFrom);
  }

  ledger({ since, until, by }: TimeRange & { readonly by?: 'day' | 'client' }): Promise<readonly LedgerDay[]> {
    const day = by === 'client' ? '0 AS day' : 'day';
    const client = by === 'day' ? "'' AS client" : 'client';
    const sql = `SELECT ${day}, ${client}, SUM(listed) AS listed, SUM(sent) AS sent FROM usage_ledger
      WHERE day >= ? AND day < ? GROUP BY ${by ?? 'day, client'} ORDER BY ${by ?? 'day, client'}`;
    return this.#all<LedgerDay>(sql, bucketStart(since, 'day'), until);
  }

  searches({ since, until }: TimeRange): Promise<readonly SearchDay[]> {
    const sql = 'SELECT day, searches, empty FROM usage_searches WHERE day >= ? AND day < ? ORDER BY day';
    return this.#all<SearchDay>(sql, bucketStart(since, 'day'), until);
  }

  emptyQueries({ since, until }: TimeRange, limit: number): Promise<readonly { query: string; count: number }[]> {
    const sql = `SELECT query, SUM(count) AS count FROM usage_empty_queries WHERE day >= ? AND day < ?
      GROUP BY query ORDER BY SUM(count) DESC, query LIMIT ?`;
    return this.#all<{ query: string; count: number }>(sql, bucketStart(since, 'day'), until, limit);
  }

  async recent(limit: number): Promise<readonly UsageEvent[]> {
    const { eventsMs, eventRows: most } = this.#retention;
    const wanted = Math.min(limit, most);
    const sql = `SELECT events FROM usage_events WHERE last > (${LAST_EVENT}) - ? ORDER BY last DESC`;
    const rows = await this.#all<{ events: string }>(sql, wanted);
    // A row stays until its latest event expires, so it may contain expired events.
    const oldest = this.#now() - eventsMs;
    const events = rows.flatMap((row) => eventsFrom(row.events).reverse());
    return events.filter(({ at }) => at >= oldest).slice(0, wanted);
  }

  async prune(now = this.#now()): Promise<void> {
    const { eventsMs, eventRows: most, sessionsMs, hoursMs, daysMs, emptyQueriesMs, batchesMs } = this.#retention;
    const bySize = 'DELETE FROM usage_activity WHERE size = ? AND start < ?';
    await this.#delete('usage_events', 'last', 'latest < ?', now - eventsMs);
    await this.#delete('usage_events', 'last', `last <= (${LAST_EVENT}) - ?`, most);
    await this.#delete('usage_sessions', 'session', 'last_at < ?', now - sessionsMs);
    await this.#delete('usage_batches', 'id', 'at < ?', now - batchesMs);
    await this.#database.transaction(async (connection) => {
      await connection.all(bySize, 'hour', now - hoursMs);
      await connection.all(bySize, 'day', now - daysMs);
      await connection.all('DELETE FROM usage_ledger WHERE day < ?', now - daysMs);
      await connection.all('DELETE FROM usage_searches WHERE day < ?', now - daysMs);
      await connection.all('DELETE FROM usage_empty_queries WHERE day < ?', now - emptyQueriesMs);
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#database.read((connection) => connection.all<Row>(sql, ...values));
  }

  /** The stored states of the sessions of a batch, without expired ones. */
  async #sessions(connection: SqlConnection, ids: readonly string[], now: number): Promise<Map<string, SessionState>> {
    const rows = await connection.all<{ session: string; last_tool: string; last_at: number; tools: string }>(
      `SELECT session, last_tool, last_at, tools FROM usage_sessions
        WHERE ${this.#database.oneOf('session')} AND last_at >= ?`,
      JSON.stringify(ids),
      now - this.#retention.sessionsMs,
    );
    return new Map(
      rows.map(({ session, last_tool, last_at, tools }) => [
        session,
        { lastTool: last_tool, lastAt: last_at, tools: new Set(JSON.parse(tools) as string[]) },
      ]),
    );
  }

  async #writeEvents(connection: SqlConnection, events: readonly UsageEvent[], now: number): Promise<void> {
    const { eventsMs, eventRows: most } = this.#retention;
    const recent = events.filter(({ at }) => at >= now - eventsMs).slice(-most);
    const [before] = await connection.all<{ last: number }>(LAST_EVENT);
    await connection.write(TABLES.events, eventRows(recent, before?.last ?? 0));
  }

  async #writeCounts(connection: SqlConnection, counts: BatchCounts, now: number): Promise<void> {
    const { tools, activity, transitions, pairs, sessions } = counts;
    const flat = (nested: BatchCounts['pairs']) =>
      [...nested].flatMap(([from, inner]) => [...inner].map(([to, count]) => [from, to, count]));
    await connection.write(
      TABLES.tools,
      [...tools].map(([tool, { server, name, calls, errors, totalMs, sessions: used, lastUsed }]) => {
        return [tool, server, name, calls, errors, totalMs, used, lastUsed];
      }),
    );
    await connection.write(
      TABLES.activity,
      activity.map(({ size, start, tool, server, calls, errors, totalMs, bins }) => {
        return [size, start, tool, server, calls, errors, totalMs, ...bins];
      }),
    );
    await connection.write(TABLES.transitions, flat(transitions));
    await connection.write(TABLES.pairs, flat(pairs));
    // Skips sessions that `prune` would delete at once, which speeds up the import of a long history.
    const live = [...sessions].filter(([, { lastAt }]) => lastAt >= now - this.#retention.sessionsMs);
    await connection.write(
      TABLES.sessions,
      live.map(([session, { lastTool, lastAt, tools: used }]) => [
        session,
        lastTool,
        JSON.stringify([...used]),
        lastAt,
      ]),
    );
  }

  async #delete(table: string, key: string, condition: string, value: number): Promise<void> {
    const part = `SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${PRUNE_ROWS}`;
    for (let more = true; more; ) {
      more = await this.#database.transaction(async (connection) => {
        const gone = await connection.all(`DELETE FROM ${table} WHERE ${key} IN (${part}) RETURNING ${key}`, value);
        return gone.length === PRUNE_ROWS;
      });
    }
  }
}

async function writeDays(connection: SqlConnection, { tokens, searches }: UsageBatch): Promise<void> {
  const days = <T extends { readonly at: number }>(items: readonly T[], row: (item: T) => Row) =>
    summed(items.map((item) => row({ ...item, at: bucketStart(item.at, 'day') })));
  await connection.write(
    TABLES.ledger,
    days(tokens, ({ at, client, listed, sent }) => ({ keys: [at, client], sums: [listed, sent] })),
  );
  await connection.write(
    TABLES.searches,
    days(searches, ({ at, empty }) => ({ keys: [at], sums: [1, empty ? 1 : 0] })),
  );
  await connection.write(
    TABLES.emptyQueries,
    days(
      searches.filter(({ query }) => query !== undefined),
      ({ at, query = '' }) => ({ keys: [at, query], sums: [1] }),
    ),
  );
}

interface Row {
  readonly keys: readonly SqlValue[];
  readonly sums: readonly number[];
}

/** One row per key: PostgreSQL rejects an upsert that touches the same row twice. */
function summed(rows: readonly Row[]): SqlValue[][] {
  const sums = new Map<string, Row>();
  for (const { keys, sums: added } of rows) {
    const id = JSON.stringify(keys);
    const known = sums.get(id)?.sums;
    sums.set(id, { keys, sums: added.map((count, i) => count + (known?.[i] ?? 0)) });
  }
  return [...sums.values()].map((row) => [...row.keys, ...row.sums]);
}
