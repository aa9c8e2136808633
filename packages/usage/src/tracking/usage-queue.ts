import { randomUUID } from 'node:crypto';
import type { LedgerEntry, SearchEvent, UsageBatch, UsageEvent } from '../events/usage-event.ts';

/** What waits to be written. Bounded: where nothing can be written for long, the oldest is let go and counted. */
export class UsageQueue {
  readonly #limit: number;
  #events: UsageEvent[] = [];
  #searches: SearchEvent[] = [];
  readonly #tokens = new Map<string, LedgerEntry>();
  /** Taken and not yet known to be written; tried again as it is, under the same id. */
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

  /** How many were let go since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  addEvent(event: UsageEvent): void {
    this.#events.push(event);
    if (this.size > this.#limit) this.#letGo(this.#events);
  }

  addSearch(search: SearchEvent): void {
    this.#searches.push(search);
    if (this.size > this.#limit) this.#letGo(this.#searches);
  }

  /** Summed up while it waits: a client has one entry for each day, however much it is sent. */
  addTokens(entry: LedgerEntry): void {
    const key = `${Math.floor(entry.at / 86_400_000)} ${entry.client}`;
    const { listed = 0, sent = 0 } = this.#tokens.get(key) ?? {};
    if (this.#tokens.size < this.#limit || this.#tokens.has(key)) {
      this.#tokens.set(key, { ...entry, listed: entry.listed + listed, sent: entry.sent + sent });
    }
  }

  /** The next batch, or the one that could not be written. */
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

  #letGo(waiting: unknown[]): void {
    // In lumps: shifting an array of thousands for every new event would make the bound costly.
    const lump = Math.max(1, Math.ceil(waiting.length / 10));
    waiting.splice(0, lump);
    this.#dropped += lump;
  }
}

function sizeOf({ events, searches, tokens }: UsageBatch): number {
  return events.length + searches.length + tokens.length;
}
