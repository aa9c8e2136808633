import type { Pool, PoolClient } from 'pg';
import type { SqlConnection, SqlDatabase, SqlValue } from '../sql/sql-database.ts';
import {
  createIndexes,
  DROP_OUTDATED,
  type Kind,
  keysOf,
  onConflict,
  SCHEMA_VERSION,
  TABLES,
  type Table,
} from '../sql/usage-tables.ts';

/** Text is compared by its bytes, so that ties come out the same on every server. */
const TYPES: Readonly<Record<Kind, string>> = { text: 'text', integer: 'bigint', real: 'double precision' };
/** Of all that share the database, one writes at a time. The number is this package's own. */
const WRITER = 'SELECT pg_advisory_xact_lock(5071946202)';
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** Sums of whole numbers arrive as text; none here comes near what a number can hold. */
const WHOLE_NUMBERS = [20, 1700];

/** A server that many machines share. Connections are made when needed; one that breaks is replaced. */
export class PostgresDatabase implements SqlDatabase {
  readonly #address: string;
  #pool: Promise<Pool> | undefined;
  #prepared = false;
  #closed = false;

  constructor(address: string) {
    this.#address = address;
  }

  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#withClient((client) => work(sessionOf(client)));
  }

  transaction<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#withClient((client) =>
      inTransaction(client, async () => {
        await client.query(WRITER);
        return work(sessionOf(client));
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
      // After a fault a connection is not trusted again.
      client.release(broken);
    }
  }
}

async function openPool(address: string): Promise<Pool> {
  const { default: pg } = await import('pg').catch(() => {
    throw new Error("Usage in PostgreSQL needs the package 'pg': npm install pg");
  });
  const pool = new pg.Pool({
    connectionString: address,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
    // A process that has nothing else to do may end.
    allowExitOnIdle: true,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        WHOLE_NUMBERS.includes(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as never,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
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

function sessionOf(client: PoolClient): SqlConnection {
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

/** All rows in one statement: one array for each column. */
function insertInto(table: Table): string {
  const names = table.columns.map(({ name }) => name).join(', ');
  const arrays = table.columns.map(({ kind }, i) => `$${i + 1}::${TYPES[kind]}[]`).join(', ');
  return `INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays}) ${onConflict(table)}`;
}

async function prepareSchema(client: PoolClient): Promise<void> {
  await client.query(WRITER);
  await client.query('CREATE TABLE IF NOT EXISTS usage_schema (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM usage_schema');
  const version = rows[0]?.version ?? 0;
  if (version > SCHEMA_VERSION) throw new Error('The usage database was written by a newer Foldout.');
  if (version === SCHEMA_VERSION) return;
  for (const drop of DROP_OUTDATED) await client.query(drop);
  for (const table of Object.values<Table>(TABLES)) await client.query(createTable(table));
  await client.query('DELETE FROM usage_schema');
  await client.query('INSERT INTO usage_schema (version) VALUES ($1)', [SCHEMA_VERSION]);
}

function createTable(table: Table): string {
  const columns = table.columns.map(({ name, kind, merge }) => {
    const collate = kind === 'text' ? ' COLLATE "C"' : '';
    return `${name} ${TYPES[kind]}${collate}${merge === 'key' ? ' NOT NULL' : ''}`;
  });
  const body = `(${columns.join(', ')}, PRIMARY KEY (${keysOf(table).join(', ')}))`;
  return [`CREATE TABLE IF NOT EXISTS ${table.name} ${body}`, ...createIndexes(table)].join('; ');
}
