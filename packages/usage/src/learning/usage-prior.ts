import type { UsagePrior } from '@foldout/core';
import { toolKey } from '../events/usage-event.ts';
import type { UsageTracker } from '../tracking/usage-tracker.ts';

export interface UsagePriorOptions {
  /** Below so many calls in all, from so many sessions, nothing is lifted. */
  readonly minCalls?: number;
  readonly minSessions?: number;
  /** Below so many calls of its own, a tool is not lifted. */
  readonly minToolCalls?: number;
  /** How long the counts of a shared store count as fresh. */
  readonly freshMs?: number;
}

export const PRIOR_DEFAULTS = { minCalls: 50, minSessions: 5, minToolCalls: 3, freshMs: 60_000 } as const;

/** Tools beyond these are used too seldom to matter. */
const MAX_TOOLS = 2_000;

/** A prior for `search.prior`, and what keeps it up to date. */
export interface LearnedPrior extends UsagePrior, Disposable {
  /** Reads the store now. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * How often a tool is used, 0 to 1 on a logarithmic scale, read from memory. It is 0 for all until there
 * is enough evidence: a single busy afternoon is not a habit.
 */
export function usagePrior(tracker: UsageTracker, options: UsagePriorOptions = {}): LearnedPrior {
  const { minCalls, minSessions, minToolCalls, freshMs } = { ...PRIOR_DEFAULTS, ...options };
  let counts = new Map<string, number>();
  let known = { calls: 0, sessions: 0 };
  let most = 0;
  let readAt = 0;
  let reading = Promise.resolve();

  const count = (tool: string): void => {
    const calls = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, calls);
    known = { ...known, calls: known.calls + 1 };
    most = Math.max(most, calls);
  };
  const read = async (): Promise<void> => {
    try {
      await tracker.flush();
      const tools = await tracker.store.popular(MAX_TOOLS);
      known = await tracker.store.evidence();
      counts = new Map(tools.map(({ server, tool, calls }) => [toolKey(server, tool), calls]));
      most = tools[0]?.calls ?? 0;
    } catch {
      // What was known stays; the store says itself that it cannot be read.
    }
  };
  const refresh = (): Promise<void> => {
    readAt = Date.now();
    // After one that is under way: it may not see what was used since.
    reading = reading.then(read);
    return reading;
  };
  const stop = tracker.onUse(count);
  void refresh();

  const prior: UsagePrior = (tool) => {
    if (Date.now() - readAt > freshMs) void refresh();
    if (known.calls < minCalls || known.sessions < minSessions) return 0;
    const calls = counts.get(tool.id) ?? 0;
    return calls < minToolCalls ? 0 : Math.log1p(calls) / Math.log1p(most);
  };
  return Object.assign(prior, { refresh, [Symbol.dispose]: stop });
}
