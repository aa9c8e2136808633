import { SqlUsageStore, type SqlUsageStoreOptions } from '../sql/sql-usage-store.ts';
import { SqliteDatabase } from './sqlite-database.ts';

export interface SqliteStoreOptions extends SqlUsageStoreOptions {
  /** A file, or `:memory:`. Its folder is made where it is missing. */
  readonly path: string;
  readonly maxBytes?: number;
  /** Told that a broken file was moved aside, and where to. */
  readonly onMoved?: (to: string) => void;
}

export const SQLITE_DEFAULTS = { maxBytes: 2 ** 30 } as const;

/** Usage in a file of this machine, which several processes may share. */
export function sqliteStore(options: SqliteStoreOptions): SqlUsageStore {
  const { path, maxBytes = SQLITE_DEFAULTS.maxBytes, onMoved = () => {} } = options;
  return new SqlUsageStore(new SqliteDatabase({ path, maxBytes, onMoved }), options);
}
