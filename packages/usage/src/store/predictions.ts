import type { Companions, Transition } from './usage-store.ts';

export interface CoOccurrencePattern {
  readonly toolKey: string;
  /** Number of sessions that used both tools. */
  readonly coOccurrenceCount: number;
  /** `coOccurrenceCount` divided by the number of sessions that used the requested tool. */
  readonly coOccurrenceRate: number;
}

export interface ToolPrediction {
  readonly toTool: string;
  readonly count: number;
  /** Share of all transitions from the current tool. Over the whole list, the sum is 1. */
  readonly probability: number;
}

/** Tool B co-occurs with tool A if B was used in at least this share of the sessions of A. */
const CO_OCCURRENCE_RATE = 0.3;

export function patternsFrom({ sessions, others }: Companions): CoOccurrencePattern[] {
  return others
    .filter((other) => other.sessions >= sessions * CO_OCCURRENCE_RATE)
    .map((other) => ({
      toolKey: other.tool,
      coOccurrenceCount: other.sessions,
      coOccurrenceRate: other.sessions / sessions,
    }));
}

export function predictionsFrom(followers: readonly Transition[], topN: number): ToolPrediction[] {
  const total = followers.reduce((sum, { count }) => sum + count, 0);
  return followers.slice(0, topN).map(({ next, count }) => ({ toTool: next, count, probability: count / total }));
}
