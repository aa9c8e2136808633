import { BIN_COUNT } from '../latency-bins.ts';

export type Kind = 'text' | 'integer' | 'real';

/** How an upsert combines a value with an existing row. */
export type Merge = 'key' | 'add' | 'max' | 'replace' | 'keep';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly merge: Merge;
}

/** A table definition for SQLite and PostgreSQL. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes?: readonly string[];
}

const column =
  (merge: Merge) =>
  (kind: Kind, ...names: string[]): Column[] =>
    names.map((name) => ({ name, kind, merge }));
const key = column('key');
const sum = column('add');
const latest = column('max');
const value = column('replace');
const first = column('keep');

export const BIN_COLUMNS = Array.from({ length: BIN_COUNT }, (_, bin) => `bin${bin}`);

/** For privacy, there is no column for arguments or results, and no free text except names. */
export const TABLES = {
  batches: { name: 'usage_batches', columns: [...key('text', 'id'), ...first('integer', 'at')], indexes: ['at'] },
  // A row contains many events as JSON: no query looks for a single event, and one row per event would dominate the
  // cost of writing. `last` is the sequence number of the last event in the row.
  events: {
    name: 'usage_events',
    columns: [...key('integer', 'last'), ...value('integer', 'latest'), ...value('text', 'events')],
    indexes: ['latest'],
  },
  tools: {
    name: 'usage_tools',
    columns: [
      ...key('text', 'tool'),
      ...value('text', 'server', 'name'),
      ...sum('integer', 'calls', 'errors'),
      ...sum('real', 'total_ms'),
      ...sum('integer', 'sessions'),
      ...latest('integer', 'last_used'),
    ],
  },
  activity: {
    name: 'usage_activity',
    columns: [
      ...key('text', 'size'),
      ...key('integer', 'start'),
      ...key('text', 'tool'),
      ...value('text', 'server'),
      ...sum('integer', 'calls', 'errors'),
      ...sum('real', 'total_ms'),
      ...sum('integer', ...BIN_COLUMNS),
    ],
    indexes: ['tool, size, start'],
  },
  transitions: {
    name: 'usage_transitions',
    columns: [...key('text', 'previous', 'next'), ...sum('integer', 'count')],
    indexes: ['count'],
  },
  // Each pair is stored once: pairs are most of the rows that a session writes.
  pairs: {
    name: 'usage_pairs',
    columns: [...key('text', 'tool', 'other'), ...sum('integer', 'sessions')],
    indexes: ['other'],
  },
  sessions: {
    name: 'usage_sessions',
    columns: [...key('text', 'session'), ...value('text', 'last_tool', 'tools'), ...latest('integer', 'last_at')],
    indexes: ['last_at'],
  },
  ledger: {
    name: 'usage_ledger',
    columns: [...key('integer', 'day'), ...key('text', 'client'), ...sum('integer', 'listed', 'sent')],
  },
  searches: {
    name: 'usage_searches',
    columns: [...key('integer', 'day'), ...sum('integer', 'searches', 'empty')],
  },
  emptyQueries: {
    name: 'usage_empty_queries',
    columns: [...key('integer', 'day'), ...key('text', 'query'), ...sum('integer', 'count')],
  },
} as const satisfies Record<string, Table>;

export const SCHEMA_VERSION = 2;

/**
 * Drops the tables whose format changed since version 1: single events and session states. Both expire after days
 * anyway; the aggregates stay.
 */
export const DROP_OUTDATED = ['usage_events', 'usage_sessions', 'usage_session_tools'].map(
  (name) => `DROP TABLE IF EXISTS ${name}`,
);

/** The statements that create a table and its indexes. `suffix` follows the column list. */
export function createTable(table: Table, columnType: (kind: Kind) => string, suffix = ''): string {
  const { name, indexes = [] } = table;
  const columns = table.columns.map((column) => {
    return `${column.name} ${columnType(column.kind)}${column.merge === 'key' ? ' NOT NULL' : ''}`;
  });
  const body = `(${columns.join(', ')}, PRIMARY KEY (${keysOf(table).join(', ')}))${suffix}`;
  const createIndexes = indexes.map((on) => {
    return `CREATE INDEX IF NOT EXISTS ${name}_by_${on.replaceAll(', ', '_')} ON ${name} (${on})`;
  });
  return [`CREATE TABLE IF NOT EXISTS ${name} ${body}`, ...createIndexes].join('; ');
}

function keysOf({ columns }: Table): string[] {
  return columns.filter(({ merge }) => merge === 'key').map(({ name }) => name);
}

/** The upsert clause, valid in SQLite and PostgreSQL. */
export function onConflict(table: Table): string {
  const keys = keysOf(table);
  const merged = table.columns.filter(({ merge }) => merge !== 'key' && merge !== 'keep');
  if (merged.length === 0) return `ON CONFLICT (${keys.join(', ')}) DO NOTHING`;
  const changes = merged.map(({ name, merge }) => {
    const old = `${table.name}.${name}`;
    if (merge === 'add') return `${name} = ${old} + excluded.${name}`;
    if (merge === 'replace') return `${name} = excluded.${name}`;
    return `${name} = CASE WHEN excluded.${name} > ${old} THEN excluded.${name} ELSE ${old} END`;
  });
  return `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
}
