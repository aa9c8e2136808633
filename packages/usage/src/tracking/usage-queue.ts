import { randomUUID } from 'node:crypto';
import type { LedgerEntry, SearchEvent, UsageBatch, UsageEvent } from '../events/usage-event.ts';

/** Events that wait to be written. Bounded: above the limit, the oldest events are dropped and counted. */
export class UsageQueue {
  readonly #limit: number;
  #events: UsageEvent[] = [];
  #searches: SearchEvent[] = [];
  readonly #tokens = new Map<string, LedgerEntry>();
  /** The batch in flight. Retried unchanged, with the same id, until it is written. */
  #taken: UsageBatch | undefined;
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#waiting + (this.#taken ? sizeOf(this.#taken) : 0);
  }

  get #waiting(): number {
    return this.#events.length + this.#searches.length + this.#tokens.size;
  }

  /** Number of dropped events since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  addEvent(event: UsageEvent): void {
    this.#events.push(event);
    if (this.size > this.#limit) this.#dropOldest(this.#events);
  }

  addSearch(search: SearchEvent): void {
    this.#searches.push(search);
    if (this.size > this.#limit) this.#dropOldest(this.#searches);
  }

  /** Adds the token counts to the queued entry of the same client and day. */
  addTokens(entry: LedgerEntry): void {
    const key = `${Math.floor(entry.at / 86_400_000)} ${entry.client}`;
    const { listed = 0, sent = 0 } = this.#tokens.get(key) ?? {};
    if (this.#tokens.size < this.#limit || this.#tokens.has(key)) {
      this.#tokens.set(key, { ...entry, listed: entry.listed + listed, sent: entry.sent + sent });
    }
  }

  /** The batch in flight if there is one, otherwise a new batch; undefined if the queue is empty. */
  take(most: number): UsageBatch | undefined {
    if (this.#taken) return this.#taken;
    if (this.#waiting === 0) return undefined;
    this.#taken = {
      id: randomUUID(),
      events: this.#events.splice(0, most),
      searches: this.#searches.splice(0, most),
      tokens: [...this.#tokens.values()],
    };
    this.#tokens.clear();
    return this.#taken;
  }

  written(): void {
    this.#taken = undefined;
  }

  #dropOldest(waiting: unknown[]): void {
    // Drops a tenth at once: shifting an array of thousands for every new event would be slow.
    const count = Math.max(1, Math.ceil(waiting.length / 10));
    waiting.splice(0, count);
    this.#dropped += count;
  }
}

function sizeOf({ events, searches, tokens }: UsageBatch): number {
  return events.length + searches.length + tokens.length;
}
