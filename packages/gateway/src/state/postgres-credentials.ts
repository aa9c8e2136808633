import type { PostgresConnection } from './postgres-connection.ts';
import type { ChangeDocuments } from './postgres-documents.ts';
import type { Cipher } from './secret-cipher.ts';
import type { Credentials } from './shared-state.ts';

/** Credentials in PostgreSQL, encrypted where the gateways have a key in common. */
export class PostgresCredentials implements Credentials {
  readonly #connection: PostgresConnection;
  readonly #cipher: Cipher;
  readonly #change: ChangeDocuments;

  constructor(connection: PostgresConnection, cipher: Cipher, change: ChangeDocuments) {
    this.#connection = connection;
    this.#cipher = cipher;
    this.#change = change;
  }

  async load(key: string): Promise<string | undefined> {
    const sql = 'SELECT value FROM foldout.credentials WHERE key = $1';
    const [row] = await this.#connection.query<{ value: string }>(sql, [key]);
    return row && this.#opened(key, row.value);
  }

  async save(key: string, value: string): Promise<void> {
    await this.#change(
      `INSERT INTO foldout.credentials (key, value) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now() RETURNING key`,
      // As JSON, because PostgreSQL text cannot store a NUL character.
      [key, JSON.stringify(this.#cipher.encrypts ? { sealed: this.#cipher.seal(key, value) } : value)],
    );
  }

  async remove(key: string): Promise<void> {
    await this.#change('DELETE FROM foldout.credentials WHERE key = $1 RETURNING key', [key]);
  }

  async reseal(): Promise<number> {
    const sql = 'SELECT key, value FROM foldout.credentials';
    let count = 0;
    for (const { key, value } of await this.#connection.query<{ key: string; value: string }>(sql)) {
      const { sealed } = JSON.parse(value) as { sealed?: string };
      if (!this.#cipher.encrypts || (sealed !== undefined && !this.#cipher.isStale(sealed))) continue;
      const text = this.#opened(key, value);
      if (text === undefined) continue;
      await this.save(key, text);
      count += 1;
    }
    return count;
  }

  /** A value of an older version, or of a gateway without a key, is a plain text. */
  #opened(key: string, json: string): string | undefined {
    const value = JSON.parse(json) as string | { readonly sealed: string };
    return typeof value === 'string' ? value : this.#cipher.open(key, value.sealed);
  }
}
