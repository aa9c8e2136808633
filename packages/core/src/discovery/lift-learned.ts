import type { SearchHit } from '../search/search-types.ts';

/** Tool id → how strongly like searches have led to a call of the tool, 0 to 1. */
export type LearnedLifts = ReadonlyMap<string, number>;

/** A lifted hit passes hits whose score is at most this much higher. */
const MOST = 0.15;

/** The number of hits from which a learned one may be lifted. */
export const LIFTED_FROM = 20;

/**
 * Moves hits up that like searches have led to. Bounded, and never over an exact match. A hit that has passed another
 * one has at least its score, so that scores stay in order.
 */
export function liftLearned(hits: readonly SearchHit[], lifts: LearnedLifts): readonly SearchHit[] {
  const liftedScore = ({ tool, score }: SearchHit): number => score + MOST * Math.min(1, lifts.get(tool.id) ?? 0);
  const exact = hits.filter(({ tier }) => tier === 'exact');
  const others = hits.filter(({ tier }) => tier !== 'exact');
  const sorted = [...exact, ...others.sort((a, b) => liftedScore(b) - liftedScore(a))];
  let least = 0;
  for (let i = sorted.length - 1; i >= 0; i--) {
    const hit = sorted[i] as SearchHit;
    if (hit.score < least) sorted[i] = { ...hit, score: least };
    least = Math.max(least, hit.score);
  }
  return sorted;
}
