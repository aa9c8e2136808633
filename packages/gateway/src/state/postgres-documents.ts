import { DocumentBusy, type DocumentKind, type Documents, MAX_TRIES } from './documents.ts';
import type { PostgresConnection } from './postgres-connection.ts';

/** See `ADDED_TABLES`. Values are JSON, because PostgreSQL text cannot store a NUL character. */
export const DOCUMENT_TABLES: Readonly<Record<string, string>> = {
  documents: '(kind text NOT NULL, key text NOT NULL, value text NOT NULL, PRIMARY KEY (kind, key))',
};

/** Runs a statement that returns the `key` of each changed row, and notifies the other gateways. Returns whether a row changed. */
export type ChangeDocuments = (sql: string, values: readonly unknown[]) => Promise<boolean>;

/** Documents in PostgreSQL. A change names the text that it replaces: if another gateway was faster, no row matches. */
export class PostgresDocuments implements Documents {
  readonly #connection: PostgresConnection;
  readonly #change: ChangeDocuments;

  constructor(connection: PostgresConnection, change: ChangeDocuments) {
    this.#connection = connection;
    this.#change = change;
  }

  async load(kind: DocumentKind, key: string): Promise<string | undefined> {
    const value = await this.#value(kind, key);
    return value === undefined ? undefined : (JSON.parse(value) as string);
  }

  async all(kind: DocumentKind): Promise<ReadonlyMap<string, string>> {
    const sql = 'SELECT key, value FROM foldout.documents WHERE kind = $1 ORDER BY key';
    const rows = await this.#connection.query<{ key: string; value: string }>(sql, [kind]);
    return new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as string]));
  }

  async update(
    kind: DocumentKind,
    key: string,
    change: (text: string | undefined) => string | undefined,
  ): Promise<string | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const value = await this.#value(kind, key);
      const before = value === undefined ? undefined : (JSON.parse(value) as string);
      const text = change(before);
      if (text === before || (await this.#replace(kind, key, value, text))) return text;
    }
    throw new DocumentBusy(kind, key);
  }

  async #value(kind: DocumentKind, key: string): Promise<string | undefined> {
    const sql = 'SELECT value FROM foldout.documents WHERE kind = $1 AND key = $2';
    const [row] = await this.#connection.query<{ value: string }>(sql, [kind, key]);
    return row?.value;
  }

  #replace(kind: DocumentKind, key: string, before: string | undefined, text: string | undefined): Promise<boolean> {
    if (before === undefined) {
      const sql = `INSERT INTO foldout.documents (kind, key, value) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING RETURNING kind AS key`;
      return this.#change(sql, [kind, key, JSON.stringify(text)]);
    }
    if (text === undefined) {
      const sql = 'DELETE FROM foldout.documents WHERE kind = $1 AND key = $2 AND value = $3 RETURNING kind AS key';
      return this.#change(sql, [kind, key, before]);
    }
    const sql = `UPDATE foldout.documents SET value = $4 WHERE kind = $1 AND key = $2 AND value = $3
      RETURNING kind AS key`;
    return this.#change(sql, [kind, key, before, JSON.stringify(text)]);
  }
}
