import type { Learning } from '@foldout/core/internal';
import { LRUCache } from 'lru-cache';
import { toolKey } from '../events/usage-event.ts';
import { type CoOccurrencePattern, patternsFrom, predictionsFrom, type ToolPrediction } from '../store/predictions.ts';
import type { UsageTracker } from '../tracking/usage-tracker.ts';

export interface HabitsOptions {
  /** Cached data of a tool is reloaded after this time. */
  readonly freshMs?: number;
  /** `nextOf` returns a tool only above this probability. */
  readonly nextProbability?: number;
  /** Predictions with fewer observations are ignored. */
  readonly minCount?: number;
}

export const HABITS_DEFAULTS = { freshMs: 30_000, nextProbability: 0.5, minCount: 3 } as const;

const MAX_TOOLS = 2_000;
/** Number of popular tools to load at the start. */
const POPULAR = 50;
const MAX_LIKELY = 5;
const MAX_RELATED = 3;

interface Habit {
  readonly next: readonly ToolPrediction[];
  readonly together: readonly CoOccurrencePattern[];
  /** Tools that were used in more than half of this tool's sessions. */
  readonly related: readonly string[];
  readonly at: number;
}

const UNKNOWN: Habit = { next: [], together: [], related: [], at: 0 };

/**
 * An in-memory cache of predictions. Synchronous methods answer at once from the cache, and stale entries are reloaded
 * in the background (stale-while-revalidate).
 */
export class Habits implements Learning, Disposable {
  /** Resolves when the most used tools are loaded; never rejects. */
  readonly ready: Promise<void>;
  readonly #tracker: UsageTracker;
  readonly #settings: Required<HabitsOptions>;
  readonly #cache = new LRUCache<string, Habit>({ max: MAX_TOOLS });
  readonly #loading = new Map<string, Promise<void>>();
  readonly #unsubscribe: () => void;

  constructor(tracker: UsageTracker, options: HabitsOptions = {}) {
    this.#tracker = tracker;
    this.#settings = { ...HABITS_DEFAULTS, ...options };
    // Loads the predictions of a tool right after its use, because they are likely to be requested soon.
    this.#unsubscribe = tracker.onUse((tool) => void this.#habit(tool));
    this.ready = this.#warmPopular();
  }

  /** The tool that most often comes right after this one, if its probability is above `nextProbability`. */
  nextOf(tool: string): string | undefined {
    const [first] = this.#habit(tool).next;
    const { nextProbability, minCount } = this.#settings;
    const isLikely = first && first.probability > nextProbability && first.count >= minCount && first.toTool !== tool;
    return isLikely ? first.toTool : undefined;
  }

  /** Tools that more than half of this tool's sessions use too. */
  relatedTo(tool: string): readonly string[] {
    return this.#habit(tool).related;
  }

  /** The tools that a session will most likely use next, most likely first. */
  likelyNext(session: string): readonly string[] {
    const last = this.#tracker.lastTool(session);
    if (last === undefined) return [];
    const likely = this.#habit(last).next.filter(({ count }) => count >= this.#settings.minCount);
    return likely.map(({ toTool }) => toTool).filter((tool) => tool !== last);
  }

  /** Like `UsageTracker.predictNextTools`, but without a flush: it sees only events that are already stored. */
  async predictNextTools(tool: string, topN = MAX_LIKELY): Promise<readonly ToolPrediction[]> {
    return (await this.#fresh(tool)).next.slice(0, topN);
  }

  async getCoOccurrence(tool: string): Promise<readonly CoOccurrencePattern[]> {
    return (await this.#fresh(tool)).together;
  }

  /** Loads tools now. Never rejects: if the store fails, the cached data stays. */
  async warm(...tools: string[]): Promise<void> {
    await Promise.all(tools.map((tool) => this.#load(tool)));
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }

  async #warmPopular(): Promise<void> {
    try {
      const tools = await this.#tracker.store.popular(POPULAR);
      await this.warm(...tools.map(({ server, tool }) => toolKey(server, tool)));
    } catch {
      // Without preloading, each tool is loaded on its first use.
    }
  }

  #habit(tool: string): Habit {
    if (!this.#isFresh(tool)) void this.#load(tool);
    return this.#cache.get(tool) ?? UNKNOWN;
  }

  async #fresh(tool: string): Promise<Habit> {
    if (!this.#isFresh(tool)) await this.#load(tool);
    return this.#cache.get(tool) ?? UNKNOWN;
  }

  #isFresh(tool: string): boolean {
    const cached = this.#cache.get(tool);
    return cached !== undefined && Date.now() - cached.at <= this.#settings.freshMs;
  }

  #load(tool: string): Promise<void> {
    const loading = this.#loading.get(tool) ?? this.#query(tool).finally(() => this.#loading.delete(tool));
    this.#loading.set(tool, loading);
    return loading;
  }

  async #query(tool: string): Promise<void> {
    // Runs after the caller's turn of the event loop, to keep a call fast.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const { store } = this.#tracker;
      const next = predictionsFrom(await store.followers(tool), MAX_LIKELY);
      const together = patternsFrom(await store.companions(tool));
      const related = together
        .filter(({ coOccurrenceRate, coOccurrenceCount }) => {
          return coOccurrenceRate > 0.5 && coOccurrenceCount >= this.#settings.minCount;
        })
        .slice(0, MAX_RELATED)
        .map((pattern) => pattern.toolKey);
      this.#cache.set(tool, { next, together, related, at: Date.now() });
    } catch {
      this.#cache.set(tool, { ...(this.#cache.get(tool) ?? UNKNOWN), at: Date.now() });
    }
  }
}
