import { randomUUID } from 'node:crypto';
import type { Ask, AskAnswer, Asks, Grant, NewAsk } from './asks.ts';
import type { PostgresConnection } from './postgres-connection.ts';

interface Row {
  readonly id: string;
  readonly ask: string;
  readonly answer: string | null;
  readonly used: boolean;
}

/** Columns of both tables; see `ADDED_TABLES`. Values are JSON, because PostgreSQL text cannot store a NUL character. */
export const ASK_TABLES: Readonly<Record<string, string>> = {
  asks: '(act text PRIMARY KEY, id text NOT NULL UNIQUE, ask text NOT NULL, until bigint NOT NULL, answer text, used boolean NOT NULL)',
  grants: '(key text PRIMARY KEY, value text NOT NULL)',
};

const COLUMNS = 'id, ask, answer, used';
const SWEEP_EVERY_MS = 3_600_000;
const KEPT_MS = 86_400_000;

/** Asks in PostgreSQL: one row for each act. Every method is one statement, so it is atomic. */
export class PostgresAsks implements Asks {
  readonly #connection: PostgresConnection;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async open(ask: NewAsk): Promise<Ask> {
    this.#sweep(ask.at);
    // The conflict locks the row, so of two gateways that open the same act one gets no row back, and reads the other's.
    const [opened] = await this.#connection.query<Row>(
      `INSERT INTO foldout.asks AS known (act, id, ask, until, used) VALUES ($1, $2, $3, $4, false)
       ON CONFLICT (act) DO UPDATE
       SET id = excluded.id, until = excluded.until, answer = NULL, used = false,
         ask = CASE WHEN known.used
           THEN '{"before":' || (known.answer::json ->> 'at') || ',' || substr(excluded.ask, 2) ELSE excluded.ask END
       WHERE known.used OR known.until <= $5
       RETURNING ${COLUMNS}`,
      [ask.act, randomUUID(), JSON.stringify(ask), ask.until, ask.at],
    );
    if (opened) return toAsk(opened);
    const sql = `SELECT ${COLUMNS} FROM foldout.asks WHERE act = $1`;
    const [known] = await this.#connection.query<Row>(sql, [ask.act]);
    return known ? toAsk(known) : this.open(ask);
  }

  async find(id: string): Promise<Ask | undefined> {
    const [row] = await this.#connection.query<Row>(`SELECT ${COLUMNS} FROM foldout.asks WHERE id = $1`, [id]);
    return row && toAsk(row);
  }

  async waiting(now: number): Promise<readonly Ask[]> {
    const sql = `SELECT ${COLUMNS} FROM foldout.asks WHERE answer IS NULL AND until > $1`;
    return (await this.#connection.query<Row>(sql, [now])).map(toAsk).sort((a, b) => a.at - b.at);
  }

  async answer(id: string, answer: AskAnswer): Promise<Ask | undefined> {
    const [row] = await this.#connection.query<Row>(
      `UPDATE foldout.asks SET answer = $2 WHERE id = $1 AND answer IS NULL AND until > $3 RETURNING ${COLUMNS}`,
      [id, JSON.stringify(answer), answer.at],
    );
    return row && toAsk(row);
  }

  async use(id: string): Promise<boolean> {
    const rows = await this.#connection.query<Row>(
      `UPDATE foldout.asks SET used = true
       WHERE id = $1 AND NOT used AND (answer::json ->> 'allow')::boolean RETURNING ${COLUMNS}`,
      [id],
    );
    return rows.length > 0;
  }

  async release(id: string): Promise<void> {
    await this.#connection.query('UPDATE foldout.asks SET used = false WHERE id = $1', [id]);
  }

  async grant(grant: Grant): Promise<void> {
    await this.#connection.query(
      `INSERT INTO foldout.grants (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [grant.key, JSON.stringify(grant)],
    );
  }

  async granted(keys: readonly string[]): Promise<boolean> {
    const sql = 'SELECT key FROM foldout.grants WHERE key = ANY($1::text[]) LIMIT 1';
    return (await this.#connection.query(sql, [keys])).length > 0;
  }

  async grants(): Promise<readonly Grant[]> {
    const rows = await this.#connection.query<{ value: string }>('SELECT value FROM foldout.grants ORDER BY key');
    return rows.map(({ value }) => JSON.parse(value) as Grant);
  }

  async revoke(key: string): Promise<boolean> {
    const sql = 'DELETE FROM foldout.grants WHERE key = $1 RETURNING key';
    return (await this.#connection.query(sql, [key])).length > 0;
  }

  /** Deletes, in the background, asks that have ended a day ago: they have the arguments of calls. */
  #sweep(now: number): void {
    if (performance.now() - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = performance.now();
    void this.#connection.query('DELETE FROM foldout.asks WHERE until < $1', [now - KEPT_MS]).catch(() => {});
  }
}

function toAsk({ id, ask, answer, used }: Row): Ask {
  return {
    ...(JSON.parse(ask) as NewAsk),
    id,
    used,
    ...(answer !== null && { answer: JSON.parse(answer) as AskAnswer }),
  };
}
