import type { Level } from '@foldout/core';
import { cleanCode, cleanText } from '../events/clean-text.ts';
import { type AccessPattern, toolKey } from '../events/usage-event.ts';
import { MemoryStore } from '../store/memory/memory-store.ts';
import { type CoOccurrencePattern, patternsFrom, predictionsFrom, type ToolPrediction } from '../store/predictions.ts';
import type { UsageStore } from '../store/usage-store.ts';
import { BatchWriter } from './batch-writer.ts';
import { SessionTrail } from './session-trail.ts';
import { UsageQueue } from './usage-queue.ts';

export interface UsageTrackerOptions {
  readonly store?: UsageStore | undefined;
  /** Events that are written together; so many, or those of `flushMs`, are missing after a `kill -9`. */
  readonly batchSize?: number | undefined;
  readonly flushMs?: number | undefined;
  /** What waits at most while nothing can be written; then the oldest is let go. */
  readonly maxWaiting?: number | undefined;
  readonly maxRetryMs?: number | undefined;
  /** How often what is old is let go. */
  readonly pruneMs?: number | undefined;
  /** Keeps the words of searches that found nothing. */
  readonly keepEmptySearches?: boolean | undefined;
  /** Gets a line when writing begins to fail, and when it works again. stderr by default. */
  readonly warn?: ((message: string) => void) | undefined;
}

export const TRACKER_DEFAULTS = {
  batchSize: 200,
  flushMs: 500,
  maxWaiting: 10_000,
  maxRetryMs: 30_000,
  pruneMs: 3_600_000,
  keepEmptySearches: false,
} as const;

/** Who used a tool, how, and how it went. Arguments and results have no place here. */
export interface UsageContext {
  readonly session_id?: string | undefined;
  readonly access_pattern?: AccessPattern | undefined;
  readonly detail_level?: Level | undefined;
  /** Filled in from the session where it is absent. */
  readonly previous_tools?: readonly string[] | undefined;
  readonly success?: boolean | undefined;
  readonly code?: string | undefined;
  readonly latencyMs?: number | undefined;
  readonly tokens?: number | undefined;
  readonly client?: string | undefined;
  readonly at?: number | undefined;
}

export interface PopularToolStats {
  readonly server: string;
  readonly tool: string;
  readonly usage_count: number;
  readonly last_used: Date;
}

const PREVIOUS_TOOLS = 10;
const FIRST_PRUNE_MS = 5_000;
const CLOSE_MS = 5_000;
/** How long those who listen wait to hear of a use. */
const TELL_MS = 20;

interface Noted {
  readonly server: string;
  readonly tool: string;
  readonly context: UsageContext;
  readonly at: number;
}

/**
 * Takes down which tools are used, away from the calls that use them, and says what that means for the
 * next one. What is tracked can neither slow nor fail a call.
 */
export class UsageTracker implements AsyncDisposable {
  readonly store: UsageStore;
  readonly #queue: UsageQueue;
  readonly #writer: BatchWriter;
  /** As they came in: all that a call waits for is being put here. */
  #noted: Noted[] = [];
  readonly #trail = new SessionTrail();
  readonly #keepEmptySearches: boolean;
  readonly #batchSize: number;
  readonly #listeners = new Set<(tool: string, session: string | undefined) => void>();
  readonly #pruneMs: number;
  #pruning: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: UsageTrackerOptions = {}) {
    const settings = { ...TRACKER_DEFAULTS, ...defined(options) };
    const { warn = (message: string) => console.error(`foldout: ${message}`) } = options;
    this.store = options.store ?? new MemoryStore();
    this.#batchSize = settings.batchSize;
    this.#keepEmptySearches = settings.keepEmptySearches;
    this.#queue = new UsageQueue(settings.maxWaiting);
    const prepare = () => this.#takeDown();
    const written = () => this.#pruneFrom(FIRST_PRUNE_MS);
    this.#writer = new BatchWriter(this.store, this.#queue, { ...settings, warn, prepare, written });
    this.#pruneMs = settings.pruneMs;
  }

  /** Returns at once, whatever becomes of it. */
  trackAccess(server: string, tool: string, context: UsageContext = {}): void {
    if (this.#closed) return;
    const noted = this.#noted.push({ server, tool, context, at: context?.at ?? Date.now() });
    if (noted === 1) this.#noticeFirst();
    else if (noted >= this.#batchSize) {
      this.#takeDown();
      this.#writer.notice();
    }
  }

  /** A search was made. Its words are kept only where it found nothing and the option says so. */
  trackSearch(query: string, found: number, at = Date.now()): void {
    if (this.#closed) return;
    const empty = found === 0;
    const kept = empty && this.#keepEmptySearches ? cleanText(query) : undefined;
    this.#queue.addSearch({ at, empty, query: kept });
    this.#writer.notice();
  }

  /** What a client would have been sent if everything were listed, and what it was sent. See `TokenLedger`. */
  trackTokens(client: string, listed: number, sent: number, at = Date.now()): void {
    if (this.#closed || !(listed >= 0) || !(sent >= 0)) return;
    const whole = { listed: Math.round(listed), sent: Math.round(sent) };
    this.#queue.addTokens({ at, client: cleanText(client, 80), ...whole });
    this.#writer.notice();
  }

  /** Tools that were used in at least 30% of the sessions that used this one, the most frequent first. */
  async getCoOccurrence(tool: string): Promise<CoOccurrencePattern[]> {
    await this.flush();
    return patternsFrom(await this.store.companions(cleanKey(tool)));
  }

  async getPopularTools(limit = 20): Promise<PopularToolStats[]> {
    await this.flush();
    const tools = await this.store.popular(limit);
    return tools.map(({ server, tool, calls, lastUsed }) => {
      return { server, tool, usage_count: calls, last_used: new Date(lastUsed) };
    });
  }

  /** What most likely comes right after a tool: a Markov chain of the first order. Ties are in order of name. */
  async predictNextTools(currentTool: string, topN = 5): Promise<ToolPrediction[]> {
    await this.flush();
    return predictionsFrom(await this.store.followers(cleanKey(currentTool)), topN);
  }

  /** The tool that a session used last. */
  lastTool(session: string): string | undefined {
    this.#takeDown();
    return this.#trail.lastTool(session);
  }

  /** Told of every use, a moment after it. */
  onUse(listener: (tool: string, session: string | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Writes what waits. Returns whether it could; what could not be written stays. */
  flush(): Promise<boolean> {
    this.#takeDown();
    return this.#writer.flush();
  }

  /** How it is going. */
  state(): { readonly waiting: number; readonly dropped: number; readonly failing: boolean } {
    this.#takeDown();
    return { waiting: this.#queue.size, dropped: this.#queue.dropped, failing: this.#writer.failing };
  }

  /** Writes what waits, if it can, and closes the store. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#pruning);
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      late = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.#finish(), patience]);
    clearTimeout(late);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What a store does that does not answer is no reason to stay. */
  async #finish(): Promise<void> {
    await this.flush();
    this.#writer.stop();
    await this.store.close().catch(() => {});
  }

  /** Soon after the first write, so that short lives prune too; then every so often. */
  #pruneFrom(ms: number): void {
    if (this.#pruning || this.#closed) return;
    this.#pruning = setTimeout(async () => {
      await this.store.prune().catch(() => {});
      this.#pruning = undefined;
      this.#pruneFrom(this.#pruneMs);
    }, ms).unref();
  }

  /** Once for many calls: a timer for each would cost more than what it is for. */
  #noticeFirst(): void {
    this.#writer.notice();
    if (this.#listeners.size > 0) this.#telling ??= setTimeout(() => this.#takeDown(), TELL_MS).unref();
  }

  /** Makes events of what was noted. */
  #takeDown(): void {
    const noted = this.#noted;
    clearTimeout(this.#telling);
    this.#telling = undefined;
    if (noted.length === 0) return;
    this.#noted = [];
    for (const one of noted) {
      try {
        this.#track(cleanText(one.server), cleanText(one.tool), one.context, one.at);
      } catch {
        // What watches must not fail what it watches.
      }
    }
  }

  #track(server: string, tool: string, context: UsageContext, at: number): void {
    const { session_id, client, previous_tools, latencyMs = 0 } = context;
    const key = toolKey(server, tool);
    const trail = this.#trail.step(session_id, client, key, at);
    this.#queue.addEvent({
      at,
      session: trail.key,
      server,
      tool,
      access: context.access_pattern ?? 'call',
      level: context.detail_level,
      previous: previous_tools?.slice(0, PREVIOUS_TOOLS).map((one) => cleanText(one)) ?? trail.tools,
      success: context.success ?? true,
      code: cleanCode(context.code),
      latencyMs: Number.isFinite(latencyMs) && latencyMs > 0 ? Math.round(latencyMs * 1_000) / 1_000 : 0,
      tokens: context.tokens === undefined ? undefined : Math.round(context.tokens),
      client: client === undefined ? undefined : cleanText(client, 80),
    });
    for (const listener of this.#listeners) listener(key, session_id);
  }
}

/** Names are cut and cleaned when they are written; a question has to use the same ones. */
function cleanKey(key: string): string {
  const slash = key.indexOf('/');
  return slash === -1 ? cleanText(key) : toolKey(cleanText(key.slice(0, slash)), cleanText(key.slice(slash + 1)));
}

function defined(options: UsageTrackerOptions): Partial<typeof TRACKER_DEFAULTS> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
