import type { Tables } from './records.ts';

type Value = string | number | null;
/** A user's number is given by the database; every other row comes whole. */
type NewRow<Name extends keyof Tables> = Name extends 'users' ? Omit<Tables['users'], 'id'> : Tables[Name];
type Changes<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

// One API, two places: Node has it built in from 24 on; before that a package provides it.
const builtIn = Number.parseInt(process.versions.node, 10) >= 24;
const { DatabaseSync } = (await import(
  builtIn ? 'node:sqlite' : '@photostructure/sqlite'
)) as typeof import('@photostructure/sqlite');

/** What commands use of a database. Every value travels as a parameter of a prepared statement. */
export interface ShopDatabase {
  /** The first row, if there is one. */
  first<Row>(sql: string, ...values: Value[]): Row | undefined;
  /** The first row of a query that always has one, such as a count. */
  one<Row>(sql: string, ...values: Value[]): Row;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, ...values: Value[]): number;
  /** Returns the row's number, for tables that count their rows. */
  insert<Name extends keyof Tables>(table: Name, row: NewRow<Name>): number;
  /** Changes the columns that are given; `undefined` leaves one as it is. */
  update<Name extends keyof Tables>(table: Name, key: Changes<Tables[Name]>, changes: Changes<Tables[Name]>): void;
  /** All or nothing: an error, or a result with `success: false`, undoes what was done. */
  transaction<T>(work: () => T): T;
  /** The next id of its kind: `ord-1001`, `ord-1002`, … */
  nextId(prefix: string): string;
  close(): void;
  [Symbol.dispose](): void;
}

export class SqliteDatabase implements ShopDatabase {
  readonly #connection: InstanceType<typeof DatabaseSync>;
  readonly #statements = new Map<string, ReturnType<InstanceType<typeof DatabaseSync>['prepare']>>();

  constructor(path: string) {
    this.#connection = new DatabaseSync(path);
  }

  first<Row>(sql: string, ...values: Value[]): Row | undefined {
    const row = this.#prepare(sql).get(...values);
    return row === undefined ? undefined : { ...row };
  }

  one<Row>(sql: string, ...values: Value[]): Row {
    const row = this.first<Row>(sql, ...values);
    if (row === undefined) throw new Error(`Expected a row from: ${sql}`);
    return row;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  }

  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  insert<Name extends keyof Tables>(table: Name, row: NewRow<Name>): number {
    // Table and column names come from the code and its schemas, never from a caller.
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    return Number(this.#prepare(sql).run(...Object.values(row)).lastInsertRowid);
  }

  update<Name extends keyof Tables>(table: Name, key: Changes<Tables[Name]>, changes: Changes<Tables[Name]>): void {
    const given = Object.entries<Value | undefined>(changes as object as Record<string, Value | undefined>);
    const set = given.filter((entry): entry is [string, Value] => entry[1] !== undefined);
    if (set.length === 0) return;
    const assignments = set.map(([column]) => `${column} = ?`).join(', ');
    const conditions = Object.keys(key).map((column) => `${column} = ?`);
    const sql = `UPDATE ${table} SET ${assignments} WHERE ${conditions.join(' AND ')}`;
    this.#prepare(sql).run(...set.map(([, value]) => value), ...Object.values(key));
  }

  transaction<T>(work: () => T): T {
    this.execute('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.execute(isRefusal(result) ? 'ROLLBACK' : 'COMMIT');
      return result;
    } catch (error) {
      this.execute('ROLLBACK');
      throw error;
    }
  }

  nextId(prefix: string): string {
    const { last } = this.one<{ last: number }>(
      `INSERT INTO counters (prefix, last) VALUES (?, 1001)
       ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
      prefix,
    );
    return `${prefix}-${last}`;
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

function isRefusal(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'success' in result && result.success === false;
}
