import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SqlConnection, SqlDatabase, SqlValue } from '../sql/sql-database.ts';
import {
  createIndexes,
  DROP_OUTDATED,
  keysOf,
  onConflict,
  SCHEMA_VERSION,
  TABLES,
  type Table,
} from '../sql/usage-tables.ts';
import { type SqliteDriver, sqliteDriver } from './sqlite-driver.ts';
import { isBusy, isCorrupt, moveAside } from './sqlite-faults.ts';

type Connection = InstanceType<SqliteDriver['DatabaseSync']>;

export interface SqliteDatabaseOptions {
  readonly path: string;
  /** The file grows no further than this. */
  readonly maxBytes: number;
  /** Told when a broken file was moved aside. */
  readonly onMoved: (to: string) => void;
}

/** How long a writer waits for another process. It waits on this process's one thread, so not long. */
const BUSY_MS = 20;
const PAGE_BYTES = 4_096;

/**
 * A file, or `:memory:`. It is opened when first needed, and again after every fault: what was wrong
 * may be gone by then.
 */
export class SqliteDatabase implements SqlDatabase {
  readonly #options: SqliteDatabaseOptions;
  #connection: Connection | undefined;
  /** By their text; those that add rows by their table. */
  #statements = new Map<string | Table, ReturnType<Connection['prepare']>>();
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: SqliteDatabaseOptions) {
    this.#options = options;
  }

  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#open();
      return work(this.#session);
    });
  }

  transaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const connection = await this.#open();
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#session);
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk may have ended the transaction already.
        if (connection.isTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  oneOf(column: string): string {
    return `${column} IN (SELECT value FROM json_each(?))`;
  }

  close(): Promise<void> {
    this.#closed = true;
    const closed = this.#turn.then(() => this.#drop());
    this.#turn = closed.catch(() => {});
    return closed;
  }

  /** One piece of work after the other: there is one connection, and a transaction must not be looked into. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => this.#healing(work));
    this.#turn = result.catch(() => {});
    return result;
  }

  async #healing<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The usage store is closed.');
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) this.#drop();
      if (!isCorrupt(error) || this.#options.path === ':memory:') throw error;
    }
    const moved = await moveAside(this.#options.path, await sqliteDriver());
    if (moved) this.#options.onMoved(moved);
    try {
      return await work();
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const { path, maxBytes } = this.#options;
    const { DatabaseSync } = await sqliteDriver();
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    const connection = new DatabaseSync(path);
    try {
      connection.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
      connection.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / PAGE_BYTES))}`);
      prepareSchema(connection, path);
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#connection = connection;
    return connection;
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#statements.clear();
    try {
      // One driver keeps the log as long as a statement is left, however long that is after this.
      connection?.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // The next to open the file reads the log.
    }
    try {
      connection?.close();
    } catch {
      // What is broken may refuse to be closed; it is not used again.
    }
  }

  readonly #session: SqlConnection = {
    all: async <Row>(sql: string, ...values: SqlValue[]) =>
      this.#statement(sql)
        .all(...values)
        .map((row) => ({ ...row })) as Row[],
    write: async (table, rows) => {
      if (rows.length === 0) return 0;
      const statement = this.#statement(table);
      let changed = 0;
      for (const row of rows) changed += Number(statement.run(...row).changes);
      return changed;
    },
  };

  #statement(query: string | Table) {
    if (!this.#connection) throw new Error('The usage database is not open.');
    const known = this.#statements.get(query);
    if (known) return known;
    const prepared = this.#connection.prepare(typeof query === 'string' ? query : insertInto(query));
    this.#statements.set(query, prepared);
    return prepared;
  }
}

function insertInto(table: Table): string {
  const names = table.columns.map(({ name }) => name);
  return `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${onConflict(table)}`;
}

function prepareSchema(connection: Connection, path: string): void {
  const versionOf = () => (connection.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (versionOf() === SCHEMA_VERSION) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Again, inside the transaction: two processes may open a new file at once.
    const version = versionOf();
    if (version > SCHEMA_VERSION) throw new Error(`'${path}' was written by a newer Foldout; this one cannot use it.`);
    if (version < SCHEMA_VERSION) {
      for (const drop of DROP_OUTDATED) connection.exec(drop);
      for (const table of Object.values<Table>(TABLES)) connection.exec(createTable(table));
      connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function createTable(table: Table): string {
  const columns = table.columns.map(({ name, kind, merge }) => {
    return `${name} ${kind.toUpperCase()}${merge === 'key' ? ' NOT NULL' : ''}`;
  });
  const body = `(${columns.join(', ')}, PRIMARY KEY (${keysOf(table).join(', ')})) WITHOUT ROWID`;
  return [`CREATE TABLE IF NOT EXISTS ${table.name} ${body}`, ...createIndexes(table)].join('; ');
}
