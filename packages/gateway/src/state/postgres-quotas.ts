import { randomUUID } from 'node:crypto';
import type { PostgresConnection } from './postgres-connection.ts';
import { type Counted, LEASE_MS, type Place, type QuotaCounts } from './quota-counts.ts';

/** See `ADDED_TABLES`. */
export const QUOTA_TABLES: Readonly<Record<string, string>> = {
  quota_counts: '(key text NOT NULL, day text NOT NULL, used bigint NOT NULL, PRIMARY KEY (key, day))',
  quota_places:
    '(key text NOT NULL, slot integer NOT NULL, holder text NOT NULL, until timestamptz NOT NULL, PRIMARY KEY (key, slot))',
};

const MAX_TRIES = 20;
const SWEEP_EVERY_MS = 3_600_000;

/** Counts in PostgreSQL. A statement that is repeated after a lost connection may count a call twice, never too little. */
export class PostgresQuotas implements QuotaCounts {
  readonly #connection: PostgresConnection;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async take({ key, day }: Counted, limit: number): Promise<boolean> {
    this.#sweep(day);
    // The conflict locks the row, so the condition holds for the value that is written.
    const rows = await this.#connection.query(
      `INSERT INTO foldout.quota_counts AS known (key, day, used) VALUES ($1, $2, 1)
       ON CONFLICT (key, day) DO UPDATE SET used = known.used + 1 WHERE known.used < $3 RETURNING used`,
      [key, day, limit],
    );
    return rows.length > 0;
  }

  async add({ key, day }: Counted, amount: number): Promise<void> {
    await this.#connection.query(
      `INSERT INTO foldout.quota_counts AS known (key, day, used) VALUES ($1, $2, $3)
       ON CONFLICT (key, day) DO UPDATE SET used = known.used + excluded.used`,
      [key, day, amount],
    );
  }

  async used({ key, day }: Counted): Promise<number> {
    const sql = 'SELECT used::float8 AS used FROM foldout.quota_counts WHERE key = $1 AND day = $2';
    const [row] = await this.#connection.query<{ used: number }>(sql, [key, day]);
    return row?.used ?? 0;
  }

  async enter(key: string, limit: number): Promise<Place | undefined> {
    const holder = randomUUID();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [row] = await this.#connection.query<{ free: number; slot: number | null }>(
        `WITH free AS (
           SELECT slot FROM generate_series(0, $2 - 1) AS slot
           WHERE NOT EXISTS (SELECT FROM foldout.quota_places p WHERE p.key = $1 AND p.slot = slot.slot AND p.until > now())
           ORDER BY random() LIMIT 1),
         taken AS (
           INSERT INTO foldout.quota_places AS known (key, slot, holder, until)
           SELECT $1, slot, $3, now() + $4 * interval '1 ms' FROM free
           ON CONFLICT (key, slot) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE known.until <= now() OR known.holder = excluded.holder RETURNING slot)
         SELECT (SELECT count(*)::int FROM free) AS free, (SELECT slot FROM taken) AS slot`,
        [key, limit, holder, LEASE_MS],
      );
      if (row?.free === 0) return undefined;
      // Another gateway may have taken the same place a moment before: try another one.
      if (row && row.slot !== null) return this.#held(key, row.slot, holder);
    }
    return undefined;
  }

  #held(key: string, slot: number, holder: string): Place {
    const mine = 'WHERE key = $1 AND slot = $2 AND holder = $3';
    const renewal = setInterval(() => {
      const sql = `UPDATE foldout.quota_places SET until = now() + $4 * interval '1 ms' ${mine}`;
      void this.#connection.query(sql, [key, slot, holder, LEASE_MS]).catch(() => {});
    }, LEASE_MS / 3);
    renewal.unref();
    return {
      leave: async () => {
        clearInterval(renewal);
        await this.#connection.query(`DELETE FROM foldout.quota_places ${mine}`, [key, slot, holder]);
      },
    };
  }

  /** Deletes the counts of earlier days in the background. */
  #sweep(day: string): void {
    if (performance.now() - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = performance.now();
    void this.#connection.query('DELETE FROM foldout.quota_counts WHERE day < $1', [day]).catch(() => {});
  }
}
