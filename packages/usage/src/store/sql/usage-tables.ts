import { BIN_COUNT } from '../latency-bins.ts';

export type Kind = 'text' | 'integer' | 'real';

/** What happens to a value when the row is already there. */
export type Merge = 'key' | 'add' | 'max' | 'replace' | 'keep';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly merge: Merge;
}

/** A table as both databases know it. */
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

/** What is stored. There is no column for arguments or results, and no free text but names. */
export const TABLES = {
  batches: { name: 'usage_batches', columns: [...key('text', 'id'), ...first('integer', 'at')], indexes: ['at'] },
  // Many events in a row: nothing looks for one of them, and a row for each would be most of what writing costs.
  // Events are numbered, and a row goes by the number of its last.
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
  // Each pair once: most of what a session writes is these.
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
 * Takes away what an older version kept otherwise: single events and where sessions were. Both are kept for
 * days only; all that was counted stays.
 */
export const DROP_OUTDATED = ['usage_events', 'usage_sessions', 'usage_session_tools'].map(
  (name) => `DROP TABLE IF EXISTS ${name}`,
);

/** The statements that make a table's indexes: the same words in both databases. */
export function createIndexes({ name, indexes = [] }: Table): string[] {
  return indexes.map((columns) => {
    return `CREATE INDEX IF NOT EXISTS ${name}_by_${columns.replaceAll(', ', '_')} ON ${name} (${columns})`;
  });
}

export function keysOf({ columns }: Table): string[] {
  return columns.filter(({ merge }) => merge === 'key').map(({ name }) => name);
}

/** What to do with a row that is there: the same words in both databases. */
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
