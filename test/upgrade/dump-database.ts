import pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

/** Dumps every table, index and row of a database as SQL that restores them in an empty database. */
export async function dumpDatabase(address: string): Promise<string> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ oid: number; schema: string; name: string }>(
      `SELECT c.oid, n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema)' ORDER BY n.nspname, c.relname`,
    );
    const schemas = [...new Set(tables.map(({ schema }) => schema))].filter((schema) => schema !== 'public');
    const parts = schemas.map((schema) => `CREATE SCHEMA ${schema};`);
    for (const { oid, schema, name } of tables) parts.push(await dumpTable(client, oid, `${schema}.${name}`));
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

async function dumpTable(client: pg.Client, oid: number, table: string): Promise<string> {
  const lines = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ line: string }>(sql, [oid]);
    return rows.map(({ line }) => line);
  };
  const columns = await lines(
    `SELECT concat(quote_ident(attname), ' ', format_type(atttypid, atttypmod),
       CASE WHEN attcollation <> 0 AND collname <> 'default' THEN concat(' COLLATE ', quote_ident(collname)) END,
       CASE WHEN attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(adbin, adrelid)) AS line
     FROM pg_attribute LEFT JOIN pg_collation c ON c.oid = attcollation
     LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
  );
  const keys = await lines(
    "SELECT pg_get_constraintdef(oid) AS line FROM pg_constraint WHERE conrelid = $1 AND contype = 'p'",
  );
  const indexes = await lines(
    `SELECT pg_get_indexdef(indexrelid) || ';' AS line FROM pg_index
     WHERE indrelid = $1 AND NOT indisprimary ORDER BY indexrelid::regclass::text`,
  );
  const { rows } = await client.query<{ row: Row }>(
    `SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`,
  );
  const inserts = rows.map(({ row }) => {
    const names = Object.keys(row).map((name) => client.escapeIdentifier(name));
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`;
  });
  const create = `CREATE TABLE ${table} (\n  ${[...columns, ...keys].join(',\n  ')}\n);`;
  return [create, ...indexes, ...inserts].join('\n');
}

function literal(value: unknown): string {
  return value === null ? 'NULL' : typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}
