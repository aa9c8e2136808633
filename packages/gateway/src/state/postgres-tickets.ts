import type { PostgresConnection } from './postgres-connection.ts';
import type { Cipher } from './secret-cipher.ts';
import { sealName, type TicketKind, type Tickets, ticketId } from './tickets.ts';

/** See `ADDED_TABLES`. */
export const TICKET_TABLES: Readonly<Record<string, string>> = {
  tickets:
    '(kind text NOT NULL, id text NOT NULL, sealed text NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (kind, id))',
};

const SWEEP_EVERY_MS = 300_000;

/** Tickets in PostgreSQL. A `take` that is repeated after a lost connection finds nothing: the user signs in again. */
export class PostgresTickets implements Tickets {
  readonly #connection: PostgresConnection;
  readonly #cipher: Cipher;
  #sweptAt = 0;

  constructor(connection: PostgresConnection, cipher: Cipher) {
    this.#connection = connection;
    this.#cipher = cipher;
  }

  async put(kind: TicketKind, secret: string, text: string, until: number): Promise<void> {
    this.#sweep();
    const id = ticketId(kind, secret);
    await this.#connection.query(
      `INSERT INTO foldout.tickets (kind, id, sealed, until) VALUES ($1, $2, $3, to_timestamp($4 / 1000.0))
       ON CONFLICT (kind, id) DO UPDATE SET sealed = excluded.sealed, until = excluded.until`,
      [kind, id, this.#cipher.seal(sealName(kind, id), text), until],
    );
  }

  load(kind: TicketKind, secret: string): Promise<string | undefined> {
    return this.#one(kind, secret, 'SELECT sealed FROM foldout.tickets WHERE kind = $1 AND id = $2 AND until > now()');
  }

  take(kind: TicketKind, secret: string): Promise<string | undefined> {
    const sql = 'DELETE FROM foldout.tickets WHERE kind = $1 AND id = $2 AND until > now() RETURNING sealed';
    return this.#one(kind, secret, sql);
  }

  async count(kind: TicketKind): Promise<number> {
    const sql = 'SELECT count(*)::int AS count FROM foldout.tickets WHERE kind = $1 AND until > now()';
    const [row] = await this.#connection.query<{ count: number }>(sql, [kind]);
    return row?.count ?? 0;
  }

  async #one(kind: TicketKind, secret: string, sql: string): Promise<string | undefined> {
    const id = ticketId(kind, secret);
    const [row] = await this.#connection.query<{ sealed: string }>(sql, [kind, id]);
    return row && this.#cipher.open(sealName(kind, id), row.sealed);
  }

  /** Deletes expired tickets in the background. If it fails, the next run deletes them. */
  #sweep(): void {
    if (Date.now() - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = Date.now();
    void this.#connection.query('DELETE FROM foldout.tickets WHERE until < now()').catch(() => {});
  }
}
