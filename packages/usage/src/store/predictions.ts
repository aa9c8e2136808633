import type { Companions, Transition } from './usage-store.ts';

export interface CoOccurrencePattern {
  readonly toolKey: string;
  /** Sessions that used both. */
  readonly coOccurrenceCount: number;
  /** Their share of the sessions that used the tool that was asked about. */
  readonly coOccurrenceRate: number;
}

export interface ToolPrediction {
  readonly toTool: string;
  readonly count: number;
  /** Of all that ever followed, so that the whole list sums up to 1. */
  readonly probability: number;
}

/** A tool is used together with another from this share of its sessions on. */
export const CO_OCCURRENCE_RATE = 0.3;

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
