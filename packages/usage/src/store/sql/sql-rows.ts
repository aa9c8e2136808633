import type { UsageEvent } from '../../events/usage-event.ts';
import { serverTotalKey } from '../batch-counts.ts';
import { bucketStart } from '../time-buckets.ts';
import type { Activity, ActivityQuery } from '../usage-store.ts';
import type { SqlValue } from './sql-database.ts';
import { BIN_COLUMNS } from './usage-tables.ts';

const COUNTED = ['calls', 'errors', 'total_ms', ...BIN_COLUMNS];
const SUMS = COUNTED.map((name) => `SUM(${name}) AS ${name}`).join(', ');

/**
 * Totals of all tools and of each server have their own rows, so a year in days reads 365 rows instead of 365 per tool.
 * With a limit, a subquery selects the groups first, and latencies are summed only for these.
 */
export function activityQuery(query: ActivityQuery): { sql: string; values: SqlValue[] } {
  const { by, limit } = query;
  const { where, values } = conditionsOf(query);
  const column = { time: 'start', tool: 'tool', server: 'server' }[by];
  const shown = by === 'tool' ? 'tool, MIN(server) AS server' : column;
  const order = by === 'time' ? 'start' : `SUM(calls) DESC, ${column}`;
  if (limit === undefined) {
    const sql = `SELECT ${shown}, ${SUMS} FROM usage_activity WHERE ${where} GROUP BY ${column} ORDER BY ${order}`;
    return { sql, values };
  }
  const first = `SELECT ${column} FROM usage_activity WHERE ${where} GROUP BY ${column} ORDER BY ${order} LIMIT ?`;
  const sql = `SELECT ${shown}, ${SUMS} FROM usage_activity WHERE ${where} AND ${column} IN (${first})
    GROUP BY ${column} ORDER BY ${order}`;
  return { sql, values: [...values, ...values, limit] };
}

function conditionsOf({ size, since, until, by, tool, server }: ActivityQuery) {
  const conditions = ['size = ?', 'start >= ?', 'start < ?'];
  const values: SqlValue[] = [size, bucketStart(since, size), until];
  if (tool !== undefined || by === 'time') {
    conditions.push('tool = ?');
    values.push(tool ?? (server === undefined ? '' : serverTotalKey(server)));
  } else {
    conditions.push("tool <> ''", `tool ${by === 'server' ? '=' : '<>'} server || '/'`);
    if (server !== undefined) {
      conditions.push('server = ?');
      values.push(server);
    }
  }
  return { where: conditions.join(' AND '), values };
}

export function activityFrom(row: Readonly<Record<string, number | string>>): Activity {
  return {
    start: Number(row['start'] ?? 0),
    server: String(row['server'] ?? ''),
    tool: String(row['tool'] ?? ''),
    calls: Number(row['calls']),
    errors: Number(row['errors']),
    totalMs: Number(row['total_ms']),
    bins: BIN_COLUMNS.map((name) => Number(row[name])),
  };
}

/**
 * Number of events per row. Equal to the batch size of the tracker, and small, because reading only the latest event
 * must parse a whole row.
 */
const EVENTS_PER_ROW = 200;

/** Rows of `usage_events`, as arrays instead of objects: field names would double the size. `eventsFrom` reads them. */
export function eventRows(events: readonly UsageEvent[], before: number): SqlValue[][] {
  const rows: SqlValue[][] = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_ROW) {
    const part = events.slice(from, from + EVENTS_PER_ROW);
    const latest = part.reduce((last, { at }) => Math.max(last, at), 0);
    rows.push([before + from + part.length, latest, JSON.stringify(part.map(packed))]);
  }
  return rows;
}

function packed(event: UsageEvent) {
  const { at, session, server, tool, access, level, previous, success, code, latencyMs, tokens, client } = event;
  return [
    at,
    session,
    server,
    tool,
    access,
    previous,
    success ? 1 : 0,
    latencyMs,
    level,
    code,
    tokens,
    client,
  ] as const;
}

export function eventsFrom(text: string): UsageEvent[] {
  return (JSON.parse(text) as ReturnType<typeof packed>[]).map((fields) => {
    const [at, session, server, tool, access, previous, success, latencyMs, level, code, tokens, client] = fields;
    const always = { at, session, server, tool, access, previous, success: success === 1, latencyMs };
    // `JSON.stringify` wrote undefined array elements as null.
    const optional = { level: level ?? undefined, code: code ?? undefined, tokens: tokens ?? undefined };
    return { ...always, ...optional, client: client ?? undefined };
  });
}
