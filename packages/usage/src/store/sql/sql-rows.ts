import type { Level } from '@foldout/core';
import type { AccessPattern, UsageEvent } from '../../events/usage-event.ts';
import { bucketStart } from '../time-buckets.ts';
import type { Activity, ActivityQuery } from '../usage-store.ts';
import type { SqlValue } from './sql-database.ts';
import { BIN_COLUMNS } from './usage-tables.ts';

const COUNTED = ['calls', 'errors', 'total_ms', ...BIN_COLUMNS];
const SUMS = COUNTED.map((name) => `SUM(${name}) AS ${name}`).join(', ');

/** Over all tools there are rows of their own, so that a year in days is 365 rows and not 365 for each tool. */
export function activityQuery(query: ActivityQuery): { sql: string; values: SqlValue[] } {
  const { size, since, until, by, tool, server, limit } = query;
  const conditions = ['size = ?', 'start >= ?', 'start < ?'];
  const values: SqlValue[] = [size, bucketStart(since, size), until];
  if (tool !== undefined) {
    conditions.push('tool = ?');
    values.push(tool);
  } else if (server !== undefined) {
    conditions.push('server = ?');
    values.push(server);
  } else {
    conditions.push(by === 'time' ? "tool = ''" : "tool <> ''");
  }
  const column = { time: 'start', tool: 'tool', server: 'server' }[by];
  const shown = by === 'tool' ? 'tool, MIN(server) AS server' : column;
  const order = by === 'time' ? 'start' : `SUM(calls) DESC, ${column}`;
  const most = limit === undefined ? '' : ' LIMIT ?';
  if (limit !== undefined) values.push(limit);
  const where = conditions.join(' AND ');
  const sql = `SELECT ${shown}, ${SUMS} FROM usage_activity WHERE ${where} GROUP BY ${column} ORDER BY ${order}${most}`;
  return { sql, values };
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

export function eventFrom(row: Readonly<Record<string, SqlValue>>): UsageEvent {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name]));
  return {
    at: Number(row['at']),
    session: String(row['session']),
    server: String(row['server']),
    tool: String(row['tool']),
    access: String(row['access']) as AccessPattern,
    level: text('level') as Level | undefined,
    previous: String(row['previous']).split('\n').filter(Boolean),
    success: Number(row['success']) === 1,
    code: text('code'),
    latencyMs: Number(row['latency_ms']),
    tokens: row['tokens'] === null ? undefined : Number(row['tokens']),
    client: text('client'),
  };
}
