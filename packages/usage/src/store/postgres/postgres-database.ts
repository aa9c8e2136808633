import type { Pool, PoolClient } from 'pg';
import type { SqlConnection, SqlDatabase, SqlValue } from '../sql/sql-database.ts';
import {
  createTable,
  DROP_OUTDATED,
  type Kind,
  onConflict,
  SCHEMA_VERSION,
  TABLES,
  type Table,
} from '../sql/usage-tables.ts';

const TYPES: Readonly<Record<Kind, string>> = { text: 'text', integer: 'bigint', real: 'double precision' };
/** Text is compared by its bytes, so that ties have the same order on every server. */
const columnType = (kind: Kind): string => (kind === 'text' ? 'text COLLATE "C"' : TYPES[kind]);
/** An advisory lock allows one writer at a time among all processes. The key is arbitrary, but must never change. */
const WRITE_LOCK = 'SELECT pg_advisory_xact_lock(5071946202)';
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** Type ids of bigint and numeric. `pg` returns them as text; all values here fit in a number. */
const INTEGER_TYPES = [20, 1700];

/** A PostgreSQL database that many machines share. Connects on first use, and replaces broken connections. */
export class PostgresDatabase implements SqlDatabase {
  readonly #address: string;
  #pool: Promise<Pool> | undefined;
  #prepared = false;
  #closed = false;

  constructor(address: string) {
    this.#address = address;
  }

  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#withClient((client) => work(connectionOf(client)));
  }

  transaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#withClient((client) =>
      inTransaction(client, async () => {
        await client.query(WRITE_LOCK);
        return work(connectionOf(client));
      }),
    );
  }

  oneOf(column: string): string {
    return `${column} IN (SELECT jsonb_array_elements_text(?::jsonb))`;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.end();
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The usage store is closed.');
    this.#pool ??= openPool(this.#address);
    const client = await (await this.#pool).connect();
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    try {
      if (!this.#prepared) await inTransaction(client, () => prepareSchema(client));
      this.#prepared = true;
      return await work(client);
    } catch (error) {
      broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', onError);
      // With an error, the pool destroys the connection instead of reusing it.
      client.release(broken);
    }
  }
}

async function openPool(address: string): Promise<Pool> {
  const { default: pg } = await import('pg').catch(() => {
    throw new Error("The package 'pg' is not installed, which usage in PostgreSQL needs. Run: npm install pg");
  });
  const pool = new pg.Pool({
    connectionString: address,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        INTEGER_TYPES.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as never,
  });
  // The pool replaces a broken idle connection. Without a listener, its error event would end the process.
  pool.on('error', () => {});
  return pool;
}

async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

function connectionOf(client: PoolClient): SqlConnection {
  return {
    all: async <Row>(sql: string, ...values: SqlValue[]) => {
      let position = 0;
      const { rows } = await client.query(
        sql.replaceAll('?', () => `$${++position}`),
        values,
      );
      return rows as Row[];
    },
    write: async (table, rows) => {
      if (rows.length === 0) return 0;
      const columns = table.columns.map((_, i) => rows.map((row) => row[i]));
      const { rowCount } = await client.query(insertInto(table), columns);
      return rowCount ?? 0;
    },
  };
}

/** Inserts all rows in one statement, with one array parameter per column. */
function insertInto(table: Table): string {
  const names = table.columns.map(({ name }) => name).join(', ');
  const arrays = table.columns.map(({ kind }, i) => `$${i + 1}::${TYPES[kind]}[]`).join(', ');
  return `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays}) ${onConflict(table)}`;
}

async function prepareSchema(client: PoolClient): Promise<void> {
  await client.query(WRITE_LOCK);
  await client.query('CREATE TABLE IF NOT EXISTS usage_schema (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM usage_schema');
  const version = rows[0]?.version ?? 0;
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The usage database was written by a newer Foldout (schema ${version}, supported: ${SCHEMA_VERSION}). Upgrade Foldout or use another database.`,
    );
  }
  if (version === SCHEMA_VERSION) return;
  for (const drop of DROP_OUTDATED) await client.query(drop);
  for (const table of Object.values<Table>(TABLES)) await client.query(createTable(table, columnType));
  await client.query('DELETE FROM usage_schema');
  await client.query('INSERT INTO usage_schema (version) VALUES ($1)', [SCHEMA_VERSION]);
}
