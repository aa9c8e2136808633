import type { UsagePrior } from '@foldout/core';
import type { UsageTracker } from '../tracking/usage-tracker.ts';
import { recentPopularity } from './popularity.ts';

export interface UsagePriorOptions {
  /** The prior of every tool is 0 until the store has at least `minCalls` calls and `minSessions` sessions. */
  readonly minCalls?: number;
  readonly minSessions?: number;
  /** A tool with fewer calls than this has the prior 0. */
  readonly minToolCalls?: number;
  /** Counts are read from the store again after this time. */
  readonly freshMs?: number;
}

export const PRIOR_DEFAULTS = { minCalls: 50, minSessions: 5, minToolCalls: 3, freshMs: 60_000 } as const;

/** Only the most used tools are counted. */
const MAX_TOOLS = 2_000;

/** A prior for the engine option `search.prior` that follows new calls. */
export interface LearnedPrior extends UsagePrior, Disposable {
  /** Reads the store now. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * How often a tool is used, 0 to 1 on a logarithmic scale, read from memory. Calls count less the older they are. It is 0 for all tools until there are
 * enough calls from enough sessions.
 */
export function usagePrior(tracker: UsageTracker, options: UsagePriorOptions = {}): LearnedPrior {
  const { minCalls, minSessions, minToolCalls, freshMs } = { ...PRIOR_DEFAULTS, ...options };
  let counts = new Map<string, number>();
  let total = { calls: 0, sessions: 0 };
  let most = 0;
  let readAt = 0;
  let reading = Promise.resolve();

  const count = (tool: string): void => {
    const calls = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, calls);
    total = { ...total, calls: total.calls + 1 };
    most = Math.max(most, calls);
  };
  const read = async (): Promise<void> => {
    try {
      await tracker.flush();
      const recent = await recentPopularity(tracker.store, MAX_TOOLS);
      total = await tracker.store.evidence();
      counts = recent;
      most = Math.max(0, ...recent.values());
    } catch {
      // Keeps the old counts. No warning here: the tracker already warns when the store fails to write.
    }
  };
  const refresh = (): Promise<void> => {
    readAt = Date.now();
    // Reads again after a read in progress, whose result may miss the latest calls.
    reading = reading.then(read);
    return reading;
  };
  const unsubscribe = tracker.onUse(count);
  void refresh();

  const prior: UsagePrior = (tool) => {
    if (Date.now() - readAt > freshMs) void refresh();
    if (total.calls < minCalls || total.sessions < minSessions) return 0;
    const calls = counts.get(tool.id) ?? 0;
    return calls < minToolCalls ? 0 : Math.log1p(calls) / Math.log1p(most);
  };
  return Object.assign(prior, { refresh, [Symbol.dispose]: unsubscribe });
}
