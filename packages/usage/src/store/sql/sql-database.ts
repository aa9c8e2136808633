import type { Table } from './usage-tables.ts';

export type SqlValue = string | number | null;

/** A database connection. Values are passed as `?` parameters. */
export interface SqlConnection {
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Upserts rows, merging each column as the table defines. Returns the number of inserted and changed rows. */
  write(table: Table, rows: readonly (readonly SqlValue[])[]): Promise<number>;
}

/** The interface between `SqlUsageStore` and a database. */
export interface SqlDatabase {
  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** An atomic transaction; one at a time among all processes that share the database. */
  transaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** SQL condition: `column` is in a JSON array of texts, passed as one parameter. */
  oneOf(column: string): string;
  close(): Promise<void>;
}
