/** The score when the whole query is the tool's name. Below 1, because the user may still mean another tool. */
export const WHOLE_NAME = 0.97;
/** A hit that shares one word with a request of several words never scores above this. */
export const LITTLE_SHARED = 0.3;
/** The bound changes only probabilities above this one. */
const AS_IS = 0.2;
/** A tool that follows a named one scores at most this share of its score. */
const AFTER_NAMED = 0.9;

/** What calibration knows about one hit. */
export interface Evidence {
  /** Log-odds that the hit is right; not increasing along the list. */
  readonly odds: number;
  /** Too little of the request is in the tool for a score above `LITTLE_SHARED`. */
  readonly littleShared: boolean;
}

export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/**
 * The probability that each hit is right, best first: equal only where the odds are equal. A bound lowers all hits from
 * there on by the same factor, so that their order and their ratios stay. `named`: the score of the last tool before these
 * that the query names; 1 without one.
 */
export function calibrated(hits: readonly Evidence[], named: number): number[] {
  let factor = 1;
  return hits.map(({ odds, littleShared }, at) => {
    const free = probabilityOf(odds);
    if (at === 0 && named < 1) factor = Math.min(1, (AFTER_NAMED * named) / free);
    if (littleShared) factor = Math.min(factor, bounded(free) / free);
    return free * factor;
  });
}

/** Maps 0 to 1 onto 0 to `LITTLE_SHARED` without ties; probabilities up to `AS_IS` stay as they are. */
function bounded(probability: number): number {
  if (probability <= AS_IS) return probability;
  const room = LITTLE_SHARED - AS_IS;
  return AS_IS + room * (1 - Math.exp((AS_IS - probability) / room));
}
