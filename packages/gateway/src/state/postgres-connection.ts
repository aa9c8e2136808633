import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, QueryResultRow } from 'pg';

export const POSTGRES_DEFAULTS = {
  /** Connections of one gateway, besides the one that listens. */
  connections: 5,
  /** How long a statement is tried before it is given up. */
  patienceMs: 15_000,
} as const;

/** The database did not answer in time. What was to be written is not written, as far as anybody knows. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
}

/** Errors after which the same statement may succeed: the connection or the server went away, or others were in the way. */
const PASSING_CLASSES = ['08', '40', '53', '57P', '25006'];
const PASSING_SYSTEM_ERRORS: ReadonlySet<string> = new Set([
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
 * Runs statements, again where the connection was lost: every statement here may run twice. Rejects with
 * `StateUnavailable` when its patience is at its end, never silently.
 */
export class PostgresConnection {
  readonly #pool: Pool;
  readonly #where: string;
  readonly #patienceMs: number;

  constructor(pool: Pool, where: string, patienceMs: number) {
    this.#pool = pool;
    this.#where = where;
    this.#patienceMs = patienceMs;
    // An idle connection that breaks is replaced when the next one is needed; unheard, the event would end the process.
    pool.on('error', () => {});
  }

  async query<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const deadline = Date.now() + this.#patienceMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return (await this.#pool.query<Row>(sql, [...values])).rows;
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (Date.now() + pause > deadline) throw this.#unavailable(error);
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
        'Check that it runs and can be reached from here; the gateway goes on as soon as it can.',
      { cause },
    );
  }
}

function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (code) return PASSING_SYSTEM_ERRORS.has(code) || PASSING_CLASSES.some((prefix) => code.startsWith(prefix));
  // What the driver itself says of a lost connection has no code.
  return error instanceof Error && /connection|timeout|terminated|not queryable/i.test(error.message);
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // Several addresses were tried, and each failed.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** An address without its user and password. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'of the configuration';
  }
}
