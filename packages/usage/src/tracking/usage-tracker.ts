import type { Level } from '@foldout/core';
import { definedOnly } from '@foldout/core/internal';
import { cleanCode, cleanText } from '../events/clean-text.ts';
import { type AccessPattern, toolKey } from '../events/usage-event.ts';
import { type CoOccurrencePattern, patternsFrom, predictionsFrom, type ToolPrediction } from '../store/predictions.ts';
import { MemoryStore } from '../store/sqlite/sqlite-store.ts';
import type { UsageStore } from '../store/usage-store.ts';
import { BatchWriter } from './batch-writer.ts';
import { SessionTrail } from './session-trail.ts';
import { UsageQueue } from './usage-queue.ts';

export interface UsageTrackerOptions {
  readonly store?: UsageStore | undefined;
  /** Maximum number of events per write. `kill -9` loses at most `batchSize` events, or those of the last `flushMs`. */
  readonly batchSize?: number | undefined;
  readonly flushMs?: number | undefined;
  /** Maximum number of queued events while the store fails; beyond it, the oldest are dropped. */
  readonly maxWaiting?: number | undefined;
  readonly maxRetryMs?: number | undefined;
  /** Interval of `store.prune()`. */
  readonly pruneMs?: number | undefined;
  /** Stores the text of searches without results. */
  readonly keepEmptySearches?: boolean | undefined;
  /** Called when writing starts to fail, and when it works again. Default: stderr. */
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

/** Who used a tool, how, and with which outcome. For privacy, it has no arguments and no results. */
export interface UsageContext {
  readonly session_id?: string | undefined;
  readonly access_pattern?: AccessPattern | undefined;
  readonly detail_level?: Level | undefined;
  /** Default: the previous tools of the session. */
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
/** Delay before listeners are notified of a call. */
const NOTIFY_MS = 20;

interface PendingAccess {
  readonly server: string;
  readonly tool: string;
  readonly context: UsageContext;
  readonly at: number;
}

/**
 * Records which tools are used, and predicts the next ones. All work happens in the background: tracking neither slows
 * nor fails a call.
 */
export class UsageTracker implements AsyncDisposable {
  readonly store: UsageStore;
  readonly #queue: UsageQueue;
  readonly #writer: BatchWriter;
  /** Accesses that are not processed yet. Adding to this array is all the work during a call. */
  #pending: PendingAccess[] = [];
  readonly #trail = new SessionTrail();
  readonly #keepEmptySearches: boolean;
  readonly #batchSize: number;
  readonly #listeners = new Set<(tool: string, session: string | undefined) => void>();
  readonly #pruneMs: number;
  #pruneTimer: NodeJS.Timeout | undefined;
  #notifyTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: UsageTrackerOptions = {}) {
    const settings = { ...TRACKER_DEFAULTS, ...definedOnly(options) };
    const { warn = (message: string) => console.error(`foldout: ${message}`) } = options;
    this.store = options.store ?? new MemoryStore();
    this.#batchSize = settings.batchSize;
    this.#keepEmptySearches = settings.keepEmptySearches;
    this.#queue = new UsageQueue(settings.maxWaiting);
    const prepare = () => this.#processPending();
    const written = () => this.#schedulePrune(FIRST_PRUNE_MS);
    this.#writer = new BatchWriter(this.store, this.#queue, { ...settings, warn, prepare, written });
    this.#pruneMs = settings.pruneMs;
  }

  /** Returns at once and never throws. */
  trackAccess(server: string, tool: string, context: UsageContext = {}): void {
    if (this.#closed) return;
    const count = this.#pending.push({ server, tool, context, at: context?.at ?? Date.now() });
    if (count === 1) this.#scheduleFirst();
    else if (count >= this.#batchSize) {
      this.#processPending();
      this.#writer.schedule();
    }
  }

  /** Records a search. Stores its text only if it found nothing and `keepEmptySearches` is set. */
  trackSearch(query: string, found: number, at = Date.now()): void {
    if (this.#closed) return;
    const empty = found === 0;
    const text = empty && this.#keepEmptySearches ? cleanText(query) : undefined;
    this.#queue.addSearch({ at, empty, query: text });
    this.#writer.schedule();
  }

  /** Records the tokens of a full tool list and the tokens that the client received. See `TokenLedger`. */
  trackTokens(client: string, listed: number, sent: number, at = Date.now()): void {
    if (this.#closed || !(listed >= 0) || !(sent >= 0)) return;
    const whole = { listed: Math.round(listed), sent: Math.round(sent) };
    this.#queue.addTokens({ at, client: cleanText(client, 80), ...whole });
    this.#writer.schedule();
  }

  /** Tools that were used in at least 30% of this tool's sessions, most frequent first. */
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

  /** The most likely next tools, from a first-order Markov chain. Ties are sorted by name. */
  async predictNextTools(currentTool: string, topN = 5): Promise<ToolPrediction[]> {
    await this.flush();
    return predictionsFrom(await this.store.followers(cleanKey(currentTool)), topN);
  }

  /** The last tool of a session. */
  lastTool(session: string): string | undefined {
    this.#processPending();
    return this.#trail.lastTool(session);
  }

  /** Notifies a listener shortly after every call. Returns a function that removes the listener. */
  onUse(listener: (tool: string, session: string | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Writes all queued events. Returns whether it succeeded; otherwise the events stay queued. */
  flush(): Promise<boolean> {
    this.#processPending();
    return this.#writer.flush();
  }

  /** Queued and dropped events, and whether writing fails at the moment. */
  state(): { readonly waiting: number; readonly dropped: number; readonly failing: boolean } {
    this.#processPending();
    return { waiting: this.#queue.size, dropped: this.#queue.dropped, failing: this.#writer.failing };
  }

  /** Writes queued events, then closes the store. Gives up after `CLOSE_MS`. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#pruneTimer);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.#finish(), timeout]);
    clearTimeout(timer);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #finish(): Promise<void> {
    await this.flush();
    this.#writer.stop();
    await this.store.close().catch(() => {});
  }

  /** Prunes soon after the first write, so that short-lived processes prune too; then every `pruneMs`. */
  #schedulePrune(ms: number): void {
    if (this.#pruneTimer || this.#closed) return;
    this.#pruneTimer = setTimeout(async () => {
      await this.store.prune().catch(() => {});
      this.#pruneTimer = undefined;
      this.#schedulePrune(this.#pruneMs);
    }, ms).unref();
  }

  /** One timer for many calls: a timer per call would cost more than the tracking itself. */
  #scheduleFirst(): void {
    this.#writer.schedule();
    if (this.#listeners.size > 0) this.#notifyTimer ??= setTimeout(() => this.#processPending(), NOTIFY_MS).unref();
  }

  /** Turns pending accesses into queued events. */
  #processPending(): void {
    const pending = this.#pending;
    clearTimeout(this.#notifyTimer);
    this.#notifyTimer = undefined;
    if (pending.length === 0) return;
    this.#pending = [];
    for (const access of pending) {
      try {
        this.#track(cleanText(access.server), cleanText(access.tool), access.context, access.at);
      } catch {
        // Invalid arguments must not fail the call.
      }
    }
  }

  #track(server: string, tool: string, context: UsageContext, at: number): void {
    const { session_id, client, previous_tools, latencyMs = 0 } = context;
    const key = toolKey(server, tool);
    const access = context.access_pattern ?? 'call';
    // What a session has seen says nothing about what it uses next.
    const trail = this.#trail.step(session_id, client, access === 'call' ? key : undefined, at);
    this.#queue.addEvent({
      at,
      session: trail.key,
      server,
      tool,
      access,
      level: context.detail_level,
      previous: previous_tools?.slice(0, PREVIOUS_TOOLS).map((key) => cleanText(key)) ?? trail.tools,
      success: context.success ?? true,
      code: cleanCode(context.code),
      latencyMs: Number.isFinite(latencyMs) && latencyMs > 0 ? Math.round(latencyMs * 1_000) / 1_000 : 0,
      tokens: context.tokens === undefined ? undefined : Math.round(context.tokens),
      client: client === undefined ? undefined : cleanText(client, 80),
    });
    if (access === 'call') for (const listener of this.#listeners) listener(key, session_id);
  }
}

/** Stored names are cleaned, so a query must clean its names too. */
function cleanKey(key: string): string {
  const slash = key.indexOf('/');
  return slash === -1 ? cleanText(key) : toolKey(cleanText(key.slice(0, slash)), cleanText(key.slice(slash + 1)));
}
