import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';

export const POSTGRES_DEFAULTS = {
  /** Pool size of one gateway; the listener has one more connection. */
  connections: 5,
  /** How long a statement is retried. */
  patienceMs: 15_000,
} as const;

/** The database did not answer in time. The statement may or may not have been executed. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}

/** SQLSTATE prefixes of transient errors: lost connection, shutdown, deadlock, no resources. A retry may succeed. */
const TRANSIENT_CLASSES = ['08', '40', '53', '57P', '25006'];
const TRANSIENT_SYSTEM_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
]);
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Runs statements and retries them after a transient error, with back-off. A statement may run twice, so every statement
 * is idempotent. Rejects with `StateUnavailable` when the time is up.
 */
export class PostgresConnection {
  readonly #pool: Pool;
  readonly #where: string;
  readonly #patienceMs: number;

  constructor(pool: Pool, where: string, patienceMs: number) {
    this.#pool = pool;
    this.#where = where;
    this.#patienceMs = patienceMs;
    // The pool replaces a broken idle connection by itself. Without a listener, the event would end the process.
    pool.on('error', () => {});
  }

  async query<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const deadline = performance.now() + this.#patienceMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return (await this.#pool.query<Row>(sql, [...values])).rows;
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (performance.now() + pause > deadline) throw this.#unavailable(error);
        await wait(pause * (0.5 + Math.random() / 2));
      }
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  #unavailable(cause: unknown): StateUnavailable {
    const why = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
    return new StateUnavailable(
      `The database ${this.#where} did not answer within ${this.#patienceMs} ms (${why}). ` +
        'Check that it is running and reachable from this machine; the gateway recovers by itself.',
      { cause },
    );
  }
}

function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  if (code) return TRANSIENT_SYSTEM_ERRORS.has(code) || TRANSIENT_CLASSES.some((prefix) => code.startsWith(prefix));
  // The driver's own errors for a lost connection have no code.
  return error instanceof Error && /connection|timeout|terminated|not queryable/i.test(error.message);
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // An AggregateError: several addresses were tried and all failed.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** Host and path of a database URL, without user and password. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return '(from the configuration)';
  }
}
