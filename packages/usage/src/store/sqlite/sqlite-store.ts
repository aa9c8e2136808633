import { SqlUsageStore, type SqlUsageStoreOptions } from '../sql/sql-usage-store.ts';
import { SqliteDatabase } from './sqlite-database.ts';

export interface SqliteStoreOptions extends SqlUsageStoreOptions {
  /** A file, or `:memory:`. A missing folder is created. */
  readonly path: string;
  /** Maximum size of the file. */
  readonly maxBytes?: number;
  /** Called with the new name of a corrupt file. */
  readonly onMoved?: (to: string) => void;
}

export type MemoryStoreOptions = SqlUsageStoreOptions;

const SQLITE_DEFAULTS = { maxBytes: 2 ** 30 } as const;

/** Usage in a SQLite file, which several processes of one machine may share. */
export function sqliteStore(options: SqliteStoreOptions): SqlUsageStore {
  const { path, maxBytes = SQLITE_DEFAULTS.maxBytes, onMoved = () => {} } = options;
  return new SqlUsageStore(new SqliteDatabase({ path, maxBytes, onMoved }), options);
}

/** Usage in memory, lost when the process ends. For tests, and when nothing may be written to disk. */
export class MemoryStore extends SqlUsageStore {
  constructor(options: MemoryStoreOptions = {}) {
    super(new SqliteDatabase({ ...SQLITE_DEFAULTS, path: ':memory:', onMoved: () => {} }), options);
  }

  /** Does nothing, so that reports still work after the tracker is closed. Garbage collection frees the memory. */
  override async close(): Promise<void> {}
}
