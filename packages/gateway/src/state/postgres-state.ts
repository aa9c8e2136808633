import { randomUUID } from 'node:crypto';
import { AuditTable } from './audit-table.ts';
import { PostgresAsks } from './postgres-asks.ts';
import { POSTGRES_DEFAULTS, PostgresConnection, placeOf } from './postgres-connection.ts';
import { PostgresCredentials } from './postgres-credentials.ts';
import { PostgresDocuments } from './postgres-documents.ts';
import { CHANNEL, PostgresListener } from './postgres-listener.ts';
import { PostgresMail } from './postgres-mail.ts';
import { PostgresQuotas } from './postgres-quotas.ts';
import { migrate } from './postgres-schema.ts';
import { PostgresScripts } from './postgres-scripts.ts';
import { PostgresTickets } from './postgres-tickets.ts';
import { type Cipher, NO_CIPHER } from './secret-cipher.ts';
import {
  type Approval,
  type Approvals,
  type EnabledTools,
  SESSION_IDLE_MS,
  type Sessions,
  type SharedState,
  type StateChange,
} from './shared-state.ts';

export interface PostgresStateOptions {
  readonly connections?: number | undefined;
  readonly patienceMs?: number | undefined;
  /** Encrypts credentials and journals of scripts. Default: they are stored as they are. */
  readonly cipher?: Cipher | undefined;
}

/** A definition can be as long as a few hundred kilobytes. */
const TEXTS_PER_INSERT = 100;

/** Shortest interval between two deletions of expired sessions. */
const SWEEP_EVERY_MS = 300_000;

/** Opens the state of many machines: connects to the database, migrates its tables and listens for changes. */
export async function openPostgresState(url: string, options: PostgresStateOptions = {}): Promise<SharedState> {
  const { connections, patienceMs } = { ...POSTGRES_DEFAULTS, ...definedOf(options) };
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw new Error(
      "A database is configured, but the package 'pg' is not installed. Install it beside Foldout: npm install pg",
      { cause },
    );
  });
  const common = {
    connectionString: url,
    application_name: 'foldout',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
  const pool = new pg.Pool({
    ...common,
    max: connections,
    statement_timeout: patienceMs,
    query_timeout: patienceMs,
    allowExitOnIdle: true,
  });
  const connection = new PostgresConnection(pool, placeOf(url), patienceMs);
  try {
    await migrate(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const state = new PostgresState(connection, options.cipher ?? NO_CIPHER, (origin, emit) => {
    return new PostgresListener(() => new pg.Client(common), origin, emit);
  });
  await state.listen();
  return state;
}

type Listen = (origin: string, emit: (change: StateChange) => void) => PostgresListener;

class PostgresState implements SharedState {
  readonly asks: PostgresAsks;
  readonly scripts: PostgresScripts;
  readonly quotas: PostgresQuotas;
  readonly tickets: PostgresTickets;
  readonly credentials: PostgresCredentials;
  readonly auditTable: AuditTable;
  readonly encrypts: boolean;
  readonly documents: PostgresDocuments;
  readonly mail: PostgresMail;
  readonly #connection: PostgresConnection;
  readonly #listener: PostgresListener;
  readonly #listeners = new Set<(change: StateChange) => void>();
  /** Identifies this gateway in notifications, so that it ignores its own. */
  readonly #origin = randomUUID();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(connection: PostgresConnection, cipher: Cipher, listen: Listen) {
    this.#connection = connection;
    this.encrypts = cipher.encrypts;
    this.auditTable = new AuditTable(connection);
    this.quotas = new PostgresQuotas(connection);
    this.scripts = new PostgresScripts(connection, cipher);
    this.tickets = new PostgresTickets(connection, cipher);
    this.asks = new PostgresAsks(connection);
    this.credentials = new PostgresCredentials(connection, cipher, (sql, values) =>
      this.#changed(sql, values, 'credentials'),
    );
    this.documents = new PostgresDocuments(connection, (sql, values) => this.#changed(sql, values, 'documents'));
    this.mail = new PostgresMail(connection, cipher, this.#origin, (sql, values, kind) =>
      this.#changed(sql, values, kind),
    );
    this.#listener = listen(this.#origin, (change) => {
      if (change.kind === 'mail') this.mail.arrived(change.key);
      for (const listener of this.#listeners) listener(change);
    });
  }

  listen(): Promise<void> {
    return this.#listener.start();
  }

  readonly approvals: Approvals = {
    of: async (server) => {
      const rows = await this.#connection.query<Approval>(
        'SELECT server, tool, hash, at::float8 AS at, by FROM foldout.approvals WHERE server = $1',
        [server],
      );
      return new Map(rows.map((row) => [row.tool, row]));
    },
    approve: (approvals) =>
      this.#putApprovals(
        approvals,
        'ON CONFLICT (server, tool) DO UPDATE SET hash = excluded.hash, at = excluded.at, by = excluded.by',
      ),
    // The first approval of a tool wins, also within one call. `#putApprovals` keeps the last duplicate: reverse them.
    approveFirstSeen: (approvals) => this.#putApprovals([...approvals].reverse(), 'ON CONFLICT DO NOTHING'),
    keepTexts: async (server, texts) => {
      for (const batch of batches([...texts], TEXTS_PER_INSERT)) {
        await this.#connection.query(
          `INSERT INTO foldout.approved_texts (server, hash, text)
           SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
          // As JSON, because PostgreSQL text cannot store a NUL character.
          [server, batch.map(([hash]) => hash), batch.map(([, text]) => JSON.stringify(text))],
        );
      }
    },
    textOf: async (server, hash) => {
      const sql = 'SELECT text FROM foldout.approved_texts WHERE server = $1 AND hash = $2';
      const [row] = await this.#connection.query<{ text: string }>(sql, [server, hash]);
      return row && (JSON.parse(row.text) as string);
    },
  };

  readonly #enabledTools: EnabledTools = {
    load: async (session) => {
      const [row] = await this.#connection.query<{ tools: string[] }>(
        `SELECT coalesce(tools, '{}') AS tools FROM foldout.sessions
         LEFT JOIN foldout.session_tools ON session = id WHERE id = $1`,
        [session],
      );
      return row?.tools;
    },
    // One statement locks the row, so that tools which two gateways add at the same time are all kept.
    add: async (session, tools, max) => {
      const [row] = await this.#connection.query<{ tools: string[] }>(
        `INSERT INTO foldout.session_tools AS known (session, tools)
         SELECT id, ($2::text[])[1:$3] FROM foldout.sessions WHERE id = $1
         ON CONFLICT (session) DO UPDATE SET tools = ARRAY(
           SELECT tool FROM unnest($2::text[] || known.tools) WITH ORDINALITY AS one(tool, position)
           GROUP BY tool ORDER BY min(position) LIMIT $3)
         RETURNING tools`,
        [session, tools, max],
      );
      return row?.tools;
    },
  };

  readonly sessions: Sessions = {
    load: async (id) => {
      // Updates last_used at most once a minute per session.
      const [row] = await this.#connection.query<{ opening: string; principal: string | null }>(
        `WITH used AS (
           UPDATE foldout.sessions SET last_used = now()
           WHERE id = $1 AND last_used > now() - $2 * interval '1 ms' AND last_used < now() - interval '1 min')
         SELECT opening, principal FROM foldout.sessions
         WHERE id = $1 AND last_used > now() - $2 * interval '1 ms'`,
        [id, SESSION_IDLE_MS],
      );
      return (
        row && { id, opening: JSON.parse(row.opening), ...(row.principal !== null && { principal: row.principal }) }
      );
    },
    save: async ({ id, opening, principal }) => {
      await this.#connection.query(
        `INSERT INTO foldout.sessions (id, opening, principal) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE
         SET opening = excluded.opening, principal = excluded.principal, last_used = now()`,
        [id, JSON.stringify(opening ?? null), principal ?? null],
      );
      this.#sweep();
    },
    remove: (id) =>
      this.#change('DELETE FROM foldout.sessions WHERE id = $1 RETURNING id AS key', [id], 'session-ended'),
    enabledTools: this.#enabledTools,
  };

  subscribe(listener: (change: StateChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await Promise.all([this.#listener.close(), this.#connection.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #putApprovals(approvals: readonly Approval[], onConflict: string): Promise<void> {
    // Sorted, so that two gateways lock the rows in the same order and cannot deadlock.
    const unique = [...new Map(approvals.map((one) => [JSON.stringify([one.server, one.tool]), one]))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
    if (unique.length === 0) return;
    const columns = (['server', 'tool', 'hash', 'at', 'by'] as const).map((field) => unique.map((one) => one[field]));
    await this.#change(
      `INSERT INTO foldout.approvals (server, tool, hash, at, by)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[]) ${onConflict}
       RETURNING server AS key`,
      columns,
      'approvals',
    );
  }

  async #change(sql: string, values: readonly unknown[], kind: StateChange['kind']): Promise<void> {
    await this.#changed(sql, values, kind);
  }

  /**
   * Writes and notifies the other gateways, atomically. `sql` must return the key of each changed row. Returns whether a
   * row changed.
   */
  async #changed(sql: string, values: readonly unknown[], kind: StateChange['kind']): Promise<boolean> {
    const at = values.length;
    // A key that is too long for a notification is sent as `*`.
    const rows = await this.#connection.query(
      `WITH changed AS (${sql}), keys AS (
         SELECT DISTINCT CASE WHEN length(key) > 1000 THEN '*' ELSE key END AS key FROM changed)
       SELECT pg_notify('${CHANNEL}',
         json_build_object('origin', $${at + 1}::text, 'kind', $${at + 2}::text, 'key', key)::text) FROM keys`,
      [...values, this.#origin, kind],
    );
    return rows.length > 0;
  }

  /** Deletes expired sessions in the background. If it fails, the next run deletes them. */
  #sweep(): void {
    if (performance.now() - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = performance.now();
    const sql = "DELETE FROM foldout.sessions WHERE last_used < now() - $1 * interval '1 ms'";
    void this.#connection.query(sql, [SESSION_IDLE_MS]).catch(() => {});
  }
}

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

function definedOf(options: PostgresStateOptions): { connections?: number; patienceMs?: number } {
  const { connections, patienceMs } = options;
  return { ...(connections !== undefined && { connections }), ...(patienceMs !== undefined && { patienceMs }) };
}
