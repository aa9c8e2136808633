import type { Client } from 'pg';
import type { StateChange } from './shared-state.ts';

export const CHANNEL = 'foldout_state';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const KINDS: readonly StateChange['kind'][] = ['approvals', 'credentials', 'session-ended', 'documents', 'mail'];

/** Receives the changes of other gateways over LISTEN, on its own connection. Reconnects with back-off. */
export class PostgresListener {
  readonly #connect: () => Client;
  readonly #origin: string;
  readonly #emit: (change: StateChange) => void;
  #client: Client | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #closed = false;

  constructor(connect: () => Client, origin: string, emit: (change: StateChange) => void) {
    this.#connect = connect;
    this.#origin = origin;
    this.#emit = emit;
  }

  /** Never rejects: a failed connection is retried until it succeeds. */
  async start(): Promise<void> {
    await this.#listen(false);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  async #listen(again: boolean): Promise<void> {
    const client = this.#connect();
    this.#client = client;
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      void client.end().catch(() => {});
      this.#listenLater();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      lost();
      return;
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    // Notifications sent while the connection was down are lost: report that anything may have changed.
    if (again && !this.#closed) for (const kind of KINDS) this.#emit({ kind, key: '*' });
  }

  #listenLater(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.#listen(true), this.#pauseMs * (0.5 + Math.random() / 2));
    this.#retry.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #receive(payload: string): void {
    try {
      const { origin, kind, key } = JSON.parse(payload) as StateChange & { origin: unknown };
      if (origin === this.#origin || !KINDS.includes(kind) || typeof key !== 'string') return;
      this.#emit({ kind, key });
    } catch {
      // Ignore it: another program sent a payload to this channel.
    }
  }
}
