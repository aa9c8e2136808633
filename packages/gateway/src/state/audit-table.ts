import type { PostgresConnection } from './postgres-connection.ts';
import type { AuditLines } from './shared-state.ts';

/** See `ADDED_TABLES`. */
export const AUDIT_TABLES: Readonly<Record<string, string>> = {
  audit_lines:
    '(log text NOT NULL, seq bigint NOT NULL, line text NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (log, seq))',
};

interface Row {
  readonly log: string;
  readonly line: string;
}

/** The audit logs in a database. */
export class AuditTable implements AuditLines {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  /** A repeated statement finds its own line. */
  async append(log: string, seq: number, line: string): Promise<void> {
    const rows = await this.#connection.query(
      `INSERT INTO foldout.audit_lines AS known (log, seq, line) VALUES ($1, $2, $3)
       ON CONFLICT (log, seq) DO UPDATE SET line = excluded.line WHERE known.line = excluded.line RETURNING seq`,
      [log, seq, line],
    );
    if (rows.length === 0) throw new Error('another line has taken the place of this one');
  }

  lastLines(): Promise<readonly Row[]> {
    return this.#connection.query<Row & Record<string, string>>(
      'SELECT DISTINCT ON (log) log, line FROM foldout.audit_lines ORDER BY log, seq DESC',
    );
  }

  lines(): Promise<readonly Row[]> {
    return this.#connection.query<Row & Record<string, string>>(
      'SELECT log, line FROM foldout.audit_lines ORDER BY log, seq',
    );
  }

  async remove(logs: readonly string[]): Promise<void> {
    await this.#connection.query('DELETE FROM foldout.audit_lines WHERE log = ANY($1::text[])', [logs]);
  }
}
