import type { ListKind } from './lists.ts';

/** Debounce time of `list_changed` notifications. */
const DEBOUNCE_MS = 100;
/** The rest after a read, as a multiple of the time that it took. */
const REST_FACTOR = 20;
const MAX_REST_MS = 120_000;
/** So many reads follow each other without a rest: a server that enables tools step by step is no storm. */
const BURST = 4;
/** Longer than the rests of a burst together, so that a storm never counts as new. */
const BURST_MS = 600_000;

/**
 * Coalesces the `list_changed` notifications of a server. One read runs at a time, and after a burst of reads comes a rest that grows with
 * the time of a read: a storm of notifications from a server with thousands of tools must not take the time of other servers' calls.
 */
export class ChangedLists {
  readonly #read: (kinds: readonly ListKind[]) => Promise<void>;
  readonly #kinds = new Set<ListKind>();
  #timer: NodeJS.Timeout | undefined;
  #reading = false;
  #restUntil = 0;
  /** When the last reads ended. */
  #ends: readonly number[] = [];
  #closed = false;

  /** `read` never rejects. */
  constructor(read: (kinds: readonly ListKind[]) => Promise<void>) {
    this.#read = read;
  }

  add(kinds: readonly ListKind[]): void {
    for (const kind of kinds) this.#kinds.add(kind);
    this.#schedule();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#timer || this.#reading || this.#closed || this.#kinds.size === 0) return;
    const wait = Math.max(DEBOUNCE_MS, this.#restUntil - performance.now());
    this.#timer = setTimeout(() => void this.#readNow(), wait).unref();
  }

  async #readNow(): Promise<void> {
    this.#timer = undefined;
    this.#reading = true;
    const kinds = [...this.#kinds];
    this.#kinds.clear();
    const from = performance.now();
    await this.#read(kinds);
    const now = performance.now();
    this.#ends = [...this.#ends, now].slice(-BURST);
    const isStorm = this.#ends.length === BURST && now - (this.#ends[0] ?? 0) < BURST_MS;
    this.#restUntil = isStorm ? now + Math.min(MAX_REST_MS, (now - from) * REST_FACTOR) : 0;
    this.#reading = false;
    this.#schedule();
  }
}
