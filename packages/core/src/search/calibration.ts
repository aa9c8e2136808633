/** The score when the whole query is the tool's name. Below 1, because the user may still mean another tool. */
export const WHOLE_NAME = 0.97;
/** A hit that shares one word with a request of several words never scores above this. */
export const LITTLE_SHARED = 0.3;
/** The bound changes only probabilities above this one. */
const AS_IS = 0.2;
/** A tool that follows a named one scores at most this share of its score. */
const AFTER_NAMED = 0.9;

/** How many of the first hits compete, and how quickly a hit is out of competition as its log-odds fall behind. */
const COMPETING = 5;
const NEARNESS = 6;

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
  const less = oddsShared(hits);
  return hits.map(({ odds, littleShared }, at) => {
    const free = probabilityOf(odds - less);
    if (at === 0 && named < 1) factor = Math.min(1, (AFTER_NAMED * named) / free);
    if (littleShared) factor = Math.min(factor, bounded(free) / free);
    return free * factor;
  });
}

/**
 * What the log-odds of all hits must lose because the first ones are nearly equal: each of n equal hits is right with a
 * probability of 1/n at most, however well all of them fit.
 */
function oddsShared(hits: readonly Evidence[]): number {
  const first = hits[0]?.odds ?? 0;
  let equal = 0;
  for (let at = 0; at < hits.length && at < COMPETING; at++)
    equal += Math.exp(NEARNESS * ((hits[at] as Evidence).odds - first));
  return equal <= 1 ? 0 : Math.max(0, first + Math.log(equal - 1));
}

/** Maps 0 to 1 onto 0 to `LITTLE_SHARED` without ties; probabilities up to `AS_IS` stay as they are. */
function bounded(probability: number): number {
  if (probability <= AS_IS) return probability;
  const room = LITTLE_SHARED - AS_IS;
  return AS_IS + room * (1 - Math.exp((AS_IS - probability) / room));
}
