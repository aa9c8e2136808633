import { randomUUID } from 'node:crypto';
import type { PostgresConnection } from './postgres-connection.ts';
import { type KeptScript, SCRIPT_KEPT_MS, type ScriptBatch, type ScriptJournals } from './script-journals.ts';
import type { Cipher } from './secret-cipher.ts';

/** See `ADDED_TABLES`. */
export const SCRIPT_TABLES: Readonly<Record<string, string>> = {
  script_batches: `(
     run text NOT NULL,
     position integer NOT NULL,
     key text NOT NULL,
     by text NOT NULL,
     last boolean NOT NULL,
     sealed text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (run, position)
   )`,
};

/** Journals of scripts in PostgreSQL. The primary key decides between two processes. */
export class PostgresScripts implements ScriptJournals {
  readonly #connection: PostgresConnection;
  readonly #cipher: Cipher;

  constructor(connection: PostgresConnection, cipher: Cipher) {
    this.#connection = connection;
    this.#cipher = cipher;
  }

  async load(key: string): Promise<KeptScript | undefined> {
    const rows = await this.#connection.query<{ run: string; position: number; sealed: string }>(
      `SELECT run, position, sealed FROM foldout.script_batches WHERE run = (
         SELECT run FROM foldout.script_batches WHERE key = $1
         GROUP BY run HAVING NOT bool_or(last) AND max(at) > now() - $2 * interval '1 ms'
         ORDER BY max(at) DESC LIMIT 1)
       ORDER BY position`,
      [key, SCRIPT_KEPT_MS],
    );
    const [first] = rows;
    if (!first) return undefined;
    const batches = rows.map(({ run, position, sealed }) => this.#cipher.open(nameOf(run, position), sealed));
    if (batches.includes(undefined)) {
      throw new Error(
        'The journal of a script cannot be decrypted: gateways that share a database need the same secret key.',
      );
    }
    return { run: first.run, batches: batches as string[] };
  }

  async append({ key, run, position, text, last }: ScriptBatch): Promise<boolean> {
    if (position === 0) void this.#sweep();
    // The same statement may run twice after a lost connection: `by` tells this writer from another one.
    const rows = await this.#connection.query(
      `INSERT INTO foldout.script_batches AS known (run, position, key, by, last, sealed) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (run, position) DO UPDATE SET by = excluded.by WHERE known.by = excluded.by RETURNING position`,
      [run, position, key, randomUUID(), last, this.#cipher.seal(nameOf(run, position), text)],
    );
    return rows.length > 0;
  }

  async #sweep(): Promise<void> {
    const sql = "DELETE FROM foldout.script_batches WHERE at < now() - 2 * $1 * interval '1 ms'";
    await this.#connection.query(sql, [SCRIPT_KEPT_MS]).catch(() => {});
  }
}

function nameOf(run: string, position: number): string {
  return `script ${run} ${position}`;
}
