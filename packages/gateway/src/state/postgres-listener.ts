import type { Client } from 'pg';
import type { StateChange } from './shared-state.ts';

export const CHANNEL = 'foldout_state';
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
const KINDS: readonly StateChange['kind'][] = ['approvals', 'credentials', 'session-ended'];

/** Hears what other gateways changed, on a connection of its own, which is made again whenever it is lost. */
export class PostgresListener {
  readonly #connect: () => Client;
  readonly #origin: string;
  readonly #tell: (change: StateChange) => void;
  #client: Client | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #closed = false;

  constructor(connect: () => Client, origin: string, tell: (change: StateChange) => void) {
    this.#connect = connect;
    this.#origin = origin;
    this.#tell = tell;
  }

  /** Never rejects: where it does not work now, it is tried again until it does. */
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
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      lost();
      return;
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    // Nobody knows what was said while nobody listened.
    if (again && !this.#closed) for (const kind of KINDS) this.#tell({ kind, key: '*' });
  }

  #listenLater(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => void this.#listen(true), this.#pauseMs * (0.5 + Math.random() / 2));
    this.#retry.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  #hear(payload: string): void {
    try {
      const { origin, kind, key } = JSON.parse(payload) as StateChange & { origin: unknown };
      if (origin === this.#origin || !KINDS.includes(kind) || typeof key !== 'string') return;
      this.#tell({ kind, key });
    } catch {
      // Somebody else speaks on this channel.
    }
  }
}
