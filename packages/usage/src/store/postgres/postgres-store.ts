import { SqlUsageStore, type SqlUsageStoreOptions } from '../sql/sql-usage-store.ts';
import { PostgresDatabase } from './postgres-database.ts';

export interface PostgresStoreOptions extends SqlUsageStoreOptions {
  /** `postgres://user:password@host/database`. */
  readonly address: string;
}

/** Usage in PostgreSQL, shared by many machines. Needs the package `pg`. */
export function postgresStore(options: PostgresStoreOptions): SqlUsageStore {
  return new SqlUsageStore(new PostgresDatabase(options.address), options);
}
