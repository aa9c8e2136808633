import type { Tables } from './records.ts';

type Value = string | number | null;

// One API, two places: Node has it built in from 24 on; before that a package provides it.
const builtIn = Number.parseInt(process.versions.node, 10) >= 24;
const { DatabaseSync } = (await import(
  builtIn ? 'node:sqlite' : '@photostructure/sqlite'
)) as typeof import('@photostructure/sqlite');

type Connection = InstanceType<typeof DatabaseSync>;

/** What commands use of a database. Every value travels as a parameter of a prepared statement. */
export class MailDatabase {
  readonly #connection: Connection;
  readonly #statements = new Map<string, ReturnType<Connection['prepare']>>();

  constructor(path: string) {
    this.#connection = new DatabaseSync(path);
  }

  /** The first row, if there is one. */
  first<Row>(sql: string, ...values: Value[]): Row | undefined {
    const row = this.#prepare(sql).get(...values);
    return row === undefined ? undefined : { ...row };
  }

  /** The number that a query such as `SELECT count(*) AS n` answers. */
  count(sql: string, ...values: Value[]): number {
    const row = this.first<{ n: number }>(sql, ...values);
    if (row === undefined) throw new Error(`Expected a row from: ${sql}`);
    return row.n;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  }

  run(sql: string, ...values: Value[]): void {
    this.#prepare(sql).run(...values);
  }

  /** Returns the whole row, with the number that the database gave it. */
  insert<Name extends keyof Tables>(table: Name, row: Omit<Tables[Name], 'id'>): Tables[Name] {
    // Table and column names come from the code, never from a caller.
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
    const { lastInsertRowid } = this.#prepare(sql).run(...(Object.values(row) as Value[]));
    return { ...row, id: Number(lastInsertRowid) } as Tables[Name];
  }

  /** All or nothing: an error undoes what was done. */
  transaction<T>(work: () => T): T {
    this.execute('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.execute('COMMIT');
      return result;
    } catch (error) {
      this.execute('ROLLBACK');
      throw error;
    }
  }

  /** For statements without values: the schema, pragmas, transactions. */
  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
