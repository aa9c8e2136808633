import { estimateTokens } from '@foldout/core';
import { LRUCache } from 'lru-cache';
import type { UsageTracker } from './usage-tracker.ts';

/** A number of tokens, or the text to count; a function may return the text in pieces. */
export type Countable = number | string | (() => string | Iterable<string>);

export interface TokenLedgerOptions {
  /** Counts the tokens of a text. Default: an estimate within a few percent. */
  readonly count?: (text: string) => number;
}

interface Job {
  readonly client: string;
  readonly at: number;
  readonly listed?: Everything | undefined;
  readonly sent: Countable;
  /** The page of a list in this session. Absent: a discovery answer, or a list without a session. */
  readonly session?: string | undefined;
}

interface Everything {
  readonly version: string;
  readonly text: Countable;
}

/** The tokens of a session's lists. */
interface SessionLists {
  /** Tokens that are recorded. */
  listed: number;
  sent: number;
  /** Tokens of the pages of the current list. */
  current: number;
}

/** Maximum number of queued texts. Beyond it, tokens are estimated from the length of the text. */
const MAX_WAITING = 1_000;
const CHARACTERS_PER_TOKEN = 4;
/** Time to count before yielding to the event loop. */
const SLICE_MS = 4;
/** Maximum number of client names per day. Clients choose their own names, so the number must be bounded. */
const MAX_CLIENTS = 200;
const MAX_SESSIONS = 5_000;

/**
 * Records the saved tokens: for each client and day, the tokens of a full tool list and the tokens sent. Texts are counted
 * in the background and not stored.
 */
export class TokenLedger {
  readonly #tracker: UsageTracker;
  readonly #count: (text: string) => number;
  readonly #versions = new LRUCache<string, number>({ max: 20 });
  readonly #sessions = new LRUCache<string, SessionLists>({ max: MAX_SESSIONS });
  readonly #clients = new Set<string>();
  #day = 0;
  #jobs: Job[] = [];
  #working: Promise<void> | undefined;

  constructor(tracker: UsageTracker, { count = estimateTokens }: TokenLedgerOptions = {}) {
    this.#tracker = tracker;
    this.#count = count;
  }

  /**
   * A client has listed the tools. `everything` is the list of all tools, counted once per `version` of the catalog, and
   * undefined for a further page of the same list; `sent` is the page that the client received. A list that a client
   * reads again in the same `session` replaces the list before the model, so that only its growth counts.
   */
  listed(client: string | undefined, everything: Everything | undefined, sent: Countable, session?: string): void {
    this.#add({ client: client ?? 'unknown', at: Date.now(), listed: everything, sent, session });
  }

  /** A client received a discovery answer: search results, a description, a schema. */
  sent(client: string | undefined, content: Countable): void {
    this.#add({ client: client ?? 'unknown', at: Date.now(), sent: content });
  }

  /** Resolves when all queued texts are counted. */
  async settled(): Promise<void> {
    await this.#working;
  }

  #add(job: Job): void {
    if (this.#jobs.length >= MAX_WAITING) {
      if (job.listed === undefined && typeof job.sent === 'string') {
        this.#record(job, 0, job.sent.length / CHARACTERS_PER_TOKEN);
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
        const listed = job.listed ? await this.#catalogTokens(job.listed) : 0;
        const sent = await this.#tokensOf(job.sent);
        if (job.session === undefined) this.#record(job, listed, sent);
        else this.#recordGrowth(job, job.session, listed, sent);
      } catch {
        // A text whose function throws is not counted.
      }
    }
  }

  #recordGrowth(job: Job, session: string, listed: number, sent: number): void {
    const lists = this.#sessions.get(session) ?? { listed: 0, sent: 0, current: 0 };
    this.#sessions.set(session, lists);
    lists.current = (job.listed ? 0 : lists.current) + sent;
    this.#record(job, Math.max(0, listed - lists.listed), Math.max(0, lists.current - lists.sent));
    lists.listed = Math.max(lists.listed, listed);
    lists.sent = Math.max(lists.sent, lists.current);
  }

  #record({ client, at }: Job, listed: number, sent: number): void {
    if (listed === 0 && sent === 0) return;
    this.#tracker.trackTokens(this.#clientKey(client, at), listed, sent, at);
  }

  #clientKey(client: string, at: number): string {
    const day = Math.floor(at / 86_400_000);
    if (day !== this.#day) this.#clients.clear();
    this.#day = day;
    if (this.#clients.size >= MAX_CLIENTS && !this.#clients.has(client)) return 'other';
    this.#clients.add(client);
    return client;
  }

  async #catalogTokens({ version, text }: NonNullable<Job['listed']>): Promise<number> {
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
