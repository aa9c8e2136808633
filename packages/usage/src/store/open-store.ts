import { MemoryStore } from './memory/memory-store.ts';
import { postgresStore } from './postgres/postgres-store.ts';
import type { SqlUsageStoreOptions } from './sql/sql-usage-store.ts';
import { sqliteStore } from './sqlite/sqlite-store.ts';
import type { UsageStore } from './usage-store.ts';

export interface OpenStoreOptions extends SqlUsageStoreOptions {
  /** Told that a broken file was moved aside, and where to. */
  readonly onMoved?: (to: string) => void;
}

/** The store that a place means: `memory`, a PostgreSQL address, or the path of a SQLite file. */
export function openStore(place: string, options: OpenStoreOptions = {}): UsageStore {
  if (place === 'memory') return new MemoryStore(options);
  if (/^postgres(ql)?:\/\//.test(place)) return postgresStore({ ...options, address: place });
  return sqliteStore({ ...options, path: place });
}
