import { postgresStore } from './postgres/postgres-store.ts';
import type { SqlUsageStoreOptions } from './sql/sql-usage-store.ts';
import { MemoryStore, sqliteStore } from './sqlite/sqlite-store.ts';
import type { UsageStore } from './usage-store.ts';

export interface OpenStoreOptions extends SqlUsageStoreOptions {
  /** Called with the new name of a corrupt file. */
  readonly onMoved?: (to: string) => void;
}

/** Opens the store for `memory`, a PostgreSQL URL, or the path of a SQLite file. */
export function openStore(place: string, options: OpenStoreOptions = {}): UsageStore {
  if (place === 'memory') return new MemoryStore(options);
  if (/^postgres(ql)?:\/\//.test(place)) return postgresStore({ ...options, address: place });
  return sqliteStore({ ...options, path: place });
}
