import type { Table } from './usage-tables.ts';

export type SqlValue = string | number | null;

/** What the store needs of a connection. Values travel as parameters, written `?`. */
export interface SqlConnection {
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Adds rows, merged with those that are there as the table's columns say. Returns how many were new or changed. */
  write(table: Table, rows: readonly (readonly SqlValue[])[]): Promise<number>;
}

/** The seam between the store and a database. */
export interface SqlDatabase {
  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** All or nothing, and one at a time across all processes that share the database. */
  transaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T>;
  /** `column` is one of the texts in a parameter that holds them as a JSON array. */
  oneOf(column: string): string;
  close(): Promise<void>;
}
