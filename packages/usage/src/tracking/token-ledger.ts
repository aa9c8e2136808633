import { estimateTokens } from '@foldout/core';
import { LRUCache } from 'lru-cache';
import type { UsageTracker } from './usage-tracker.ts';

/** Tokens, or the text that costs them; in pieces where it is long. */
export type Countable = number | string | (() => string | Iterable<string>);

export interface TokenLedgerOptions {
  /** How tokens are counted: an estimate within a few percent, or a tokenizer of your own. */
  readonly count?: (text: string) => number;
}

interface Job {
  readonly client: string;
  readonly at: number;
  readonly listed?: { readonly version: string; readonly text: Countable } | undefined;
  readonly sent: Countable;
}

/** Texts that wait to be counted; what comes on top is counted roughly, by its length. */
const MAX_WAITING = 1_000;
const CHARACTERS_PER_TOKEN = 4;
/** How long it counts before others have their turn. */
const SLICE_MS = 4;
/** Different names that may have an account of their own on one day; a client names itself. */
const MAX_CLIENTS = 200;

/**
 * The account of what is saved: for every client and day, what listing everything would have cost and
 * what was sent. Texts are counted in the background and not kept.
 */
export class TokenLedger {
  readonly #tracker: UsageTracker;
  readonly #count: (text: string) => number;
  readonly #versions = new LRUCache<string, number>({ max: 20 });
  readonly #clients = new Set<string>();
  #day = 0;
  #jobs: Job[] = [];
  #working: Promise<void> | undefined;

  constructor(tracker: UsageTracker, { count = estimateTokens }: TokenLedgerOptions = {}) {
    this.#tracker = tracker;
    this.#count = count;
  }

  /**
   * A client has listed the tools: `everything` is what all of them would have cost, counted once for each
   * `version` of the catalog; `sent` is the list it got.
   */
  listed(client: string | undefined, everything: { version: string; text: Countable }, sent: Countable): void {
    this.#add({ client: client ?? 'unknown', at: Date.now(), listed: everything, sent });
  }

  /** A client was sent an answer of discovery: a search, a description, a schema. */
  sent(client: string | undefined, content: Countable): void {
    this.#add({ client: client ?? 'unknown', at: Date.now(), sent: content });
  }

  /** When all that was handed in has been counted. */
  async settled(): Promise<void> {
    await this.#working;
  }

  #add(job: Job): void {
    if (this.#jobs.length >= MAX_WAITING) {
      if (job.listed === undefined && typeof job.sent === 'string') {
        this.#book(job, 0, job.sent.length / CHARACTERS_PER_TOKEN);
      }
      return;
    }
    this.#jobs.push(job);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    await nextTurn();
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      try {
        const listed = job.listed ? await this.#everything(job.listed) : 0;
        this.#book(job, listed, await this.#tokensOf(job.sent));
      } catch {
        // A text that cannot be made is not accounted for.
      }
    }
  }

  #book({ client, at }: Job, listed: number, sent: number): void {
    this.#tracker.trackTokens(this.#accountOf(client, at), listed, sent, at);
  }

  #accountOf(client: string, at: number): string {
    const day = Math.floor(at / 86_400_000);
    if (day !== this.#day) this.#clients.clear();
    this.#day = day;
    if (this.#clients.size >= MAX_CLIENTS && !this.#clients.has(client)) return 'other';
    this.#clients.add(client);
    return client;
  }

  async #everything({ version, text }: NonNullable<Job['listed']>): Promise<number> {
    const known = this.#versions.get(version) ?? (await this.#tokensOf(text));
    this.#versions.set(version, known);
    return known;
  }

  async #tokensOf(content: Countable): Promise<number> {
    if (typeof content === 'number') return content;
    const made = typeof content === 'function' ? content() : content;
    const pieces = typeof made === 'string' ? [made] : made;
    let tokens = 0;
    let until = performance.now() + SLICE_MS;
    for (const piece of pieces) {
      tokens += this.#count(piece);
      if (performance.now() > until) {
        await nextTurn();
        until = performance.now() + SLICE_MS;
      }
    }
    return tokens;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
