import type { Learning } from '@foldout/core';
import { LRUCache } from 'lru-cache';
import { toolKey } from '../events/usage-event.ts';
import { type CoOccurrencePattern, patternsFrom, predictionsFrom, type ToolPrediction } from '../store/predictions.ts';
import type { UsageTracker } from '../tracking/usage-tracker.ts';

export interface HabitsOptions {
  /** How long what is known of a tool counts as fresh. */
  readonly freshMs?: number;
  /** A tool is named as the next one above this probability. */
  readonly nextProbability?: number;
  /** What was seen less often is chance. */
  readonly minCount?: number;
}

export const HABITS_DEFAULTS = { freshMs: 30_000, nextProbability: 0.5, minCount: 3 } as const;

const MAX_TOOLS = 2_000;
/** Looked up before anyone asks. */
const POPULAR = 50;
const MAX_LIKELY = 5;
const MAX_RELATED = 3;

interface Habit {
  readonly next: readonly ToolPrediction[];
  readonly together: readonly CoOccurrencePattern[];
  /** Tools that more than half of its sessions used too. */
  readonly related: readonly string[];
  readonly at: number;
}

const UNKNOWN: Habit = { next: [], together: [], related: [], at: 0 };

/**
 * What is known of the tools in use, ready in memory: whoever asks is answered at once with what was
 * known last, and what has grown old is looked up again in the background.
 */
export class Habits implements Learning, Disposable {
  /** When the most used tools have been looked up; never rejects. */
  readonly ready: Promise<void>;
  readonly #tracker: UsageTracker;
  readonly #settings: Required<HabitsOptions>;
  readonly #known = new LRUCache<string, Habit>({ max: MAX_TOOLS });
  readonly #loading = new Map<string, Promise<void>>();
  readonly #stop: () => void;

  constructor(tracker: UsageTracker, options: HabitsOptions = {}) {
    this.#tracker = tracker;
    this.#settings = { ...HABITS_DEFAULTS, ...options };
    // What was just used will be asked about next.
    this.#stop = tracker.onUse((tool) => void this.#habit(tool));
    this.ready = this.#warmPopular();
  }

  /** The tool that comes right after this one more often than not. */
  nextOf(tool: string): string | undefined {
    const [first] = this.#habit(tool).next;
    const { nextProbability, minCount } = this.#settings;
    const sure = first && first.probability > nextProbability && first.count >= minCount && first.toTool !== tool;
    return sure ? first.toTool : undefined;
  }

  /** Tools that are mostly used in the same sessions. */
  relatedTo(tool: string): readonly string[] {
    return this.#habit(tool).related;
  }

  /** What a session will most likely use next, the likeliest first. */
  likelyNext(session: string): readonly string[] {
    const last = this.#tracker.lastTool(session);
    if (last === undefined) return [];
    const likely = this.#habit(last).next.filter(({ count }) => count >= this.#settings.minCount);
    return likely.map(({ toTool }) => toTool).filter((tool) => tool !== last);
  }

  /** As the tracker's, of what is written so far: asking after every call costs no writing. */
  async predictNextTools(tool: string, topN = MAX_LIKELY): Promise<readonly ToolPrediction[]> {
    return (await this.#upToDate(tool)).next.slice(0, topN);
  }

  async getCoOccurrence(tool: string): Promise<readonly CoOccurrencePattern[]> {
    return (await this.#upToDate(tool)).together;
  }

  /** Looks tools up now. Never rejects: without an answer, what was known stays. */
  async warm(...tools: string[]): Promise<void> {
    await Promise.all(tools.map((tool) => this.#load(tool)));
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  async #warmPopular(): Promise<void> {
    try {
      const tools = await this.#tracker.store.popular(POPULAR);
      await this.warm(...tools.map(({ server, tool }) => toolKey(server, tool)));
    } catch {
      // Each is looked up when it is asked for.
    }
  }

  #habit(tool: string): Habit {
    if (!this.#isFresh(tool)) void this.#load(tool);
    return this.#known.get(tool) ?? UNKNOWN;
  }

  async #upToDate(tool: string): Promise<Habit> {
    if (!this.#isFresh(tool)) await this.#load(tool);
    return this.#known.get(tool) ?? UNKNOWN;
  }

  #isFresh(tool: string): boolean {
    const known = this.#known.get(tool);
    return known !== undefined && Date.now() - known.at <= this.#settings.freshMs;
  }

  #load(tool: string): Promise<void> {
    const loading = this.#loading.get(tool) ?? this.#lookUp(tool).finally(() => this.#loading.delete(tool));
    this.#loading.set(tool, loading);
    return loading;
  }

  async #lookUp(tool: string): Promise<void> {
    // Not in the turn of whoever asked.
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
      this.#known.set(tool, { next, together, related, at: Date.now() });
    } catch {
      this.#known.set(tool, { ...(this.#known.get(tool) ?? UNKNOWN), at: Date.now() });
    }
  }
}

/** "often followed by …", where that is so more often than not. */
export function nextHint(learning: Pick<Learning, 'nextOf'>, tool: string): string | undefined {
  const next = learning.nextOf(tool);
  return next === undefined ? undefined : `often followed by ${next}`;
}

/** Tools that go with this one, by use. */
export function relatedTools(learning: Pick<Learning, 'relatedTo'>, tool: string): readonly string[] {
  return learning.relatedTo(tool);
}
