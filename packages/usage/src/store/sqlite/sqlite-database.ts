import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SqlConnection, SqlDatabase, SqlValue } from '../sql/sql-database.ts';
import { createTable, DROP_OUTDATED, onConflict, SCHEMA_VERSION, TABLES, type Table } from '../sql/usage-tables.ts';
import { type SqliteDriver, sqliteDriver } from './sqlite-driver.ts';
import { isBusy, isCorrupt, moveAside } from './sqlite-faults.ts';
import type { SqliteStoreOptions } from './sqlite-store.ts';

type Connection = InstanceType<SqliteDriver['DatabaseSync']>;

type SqliteDatabaseOptions = Required<Pick<SqliteStoreOptions, 'path' | 'maxBytes' | 'onMoved'>>;

/** SQLite's busy timeout. Short, because the wait blocks the event loop. */
const BUSY_MS = 20;
const PAGE_BYTES = 4_096;

/**
 * A SQLite file, or `:memory:`. The file is opened on first use, and opened again after every error, because the cause
 * of the error may be gone by then.
 */
export class SqliteDatabase implements SqlDatabase {
  readonly #options: SqliteDatabaseOptions;
  #connection: Connection | undefined;
  /** Prepared statements: queries by their SQL, upserts by their table. */
  #statements = new Map<string | Table, ReturnType<Connection['prepare']>>();
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: SqliteDatabaseOptions) {
    this.#options = options;
  }

  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#enqueue(async () => {
      await this.#open();
      return work(this.#sqlConnection);
    });
  }

  transaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#enqueue(async () => {
      const connection = await this.#open();
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#sqlConnection);
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite may have rolled back already, for example when the disk is full.
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
    const closed = this.#queue.then(() => this.#disconnect());
    this.#queue = closed.catch(() => {});
    return closed;
  }

  /** Runs one job after the other: they share one connection, and no job may run inside the transaction of another. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(() => this.#withRecovery(work));
    this.#queue = result.catch(() => {});
    return result;
  }

  async #withRecovery<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The usage store is closed.');
    try {
      return await work();
    } catch (error) {
      // Closing a database in memory would delete its data.
      if (isBusy(error) || this.#options.path === ':memory:') throw error;
      this.#disconnect();
      if (!isCorrupt(error)) throw error;
    }
    const moved = await moveAside(this.#options.path, await sqliteDriver());
    if (moved) this.#options.onMoved(moved);
    try {
      return await work();
    } catch (error) {
      this.#disconnect();
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const { path, maxBytes } = this.#options;
    const { DatabaseSync } = await sqliteDriver();
    if (path !== ':memory:') makePrivate(path);
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

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#statements.clear();
    try {
      // Truncates the write-ahead log: one of the two drivers keeps the log after `close` if statements are open.
      connection?.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A log that was not truncated loses no data: the next process that opens the file recovers it.
    }
    try {
      connection?.close();
    } catch {
      // A broken connection may fail to close; it is not used again.
    }
  }

  readonly #sqlConnection: SqlConnection = {
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
    // Reads the version again inside the transaction, because another process may have created the schema meanwhile.
    const version = versionOf();
    if (version > SCHEMA_VERSION) {
      throw new Error(
        `'${path}' was written by a newer Foldout (schema ${version}, supported: ${SCHEMA_VERSION}). Upgrade Foldout or use another file.`,
      );
    }
    if (version < SCHEMA_VERSION) {
      for (const drop of DROP_OUTDATED) connection.exec(drop);
      for (const table of Object.values<Table>(TABLES)) {
        connection.exec(createTable(table, (kind) => kind.toUpperCase(), ' WITHOUT ROWID'));
      }
      connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    }
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** SQLite gives its log and shared memory the mode of the file. Errors are left to the open that follows. */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'a', 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  } catch {}
}
