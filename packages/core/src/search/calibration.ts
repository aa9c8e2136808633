import type { Naming } from './names/exact-names.ts';

/** What calibration knows about one hit and its query after ranking. */
export interface Evidence {
  /** The hit's fused score, 0 to 1. */
  readonly fused: number;
  /** Cosine between the query and the nearest tool. Without vectors: the `idfCoverage` of the best hit. */
  readonly likeness: number;
  /** Fused score of the first hit minus that of the tenth. */
  readonly lead: number;
  /** How the query names the tool; absent when the query does not name the tool. */
  readonly naming?: Naming | undefined;
}

type Measured = Exclude<keyof Evidence, 'naming'>;

/** Which signals took part in the ranking; each combination has its own coefficients. */
export type Basis = 'lexical' | 'meaning' | 'model';

/** Coefficients of a logistic regression, fitted on the tuning half of each benchmark by `training/calibrate.mjs`. */
const CALIBRATION: Readonly<Record<Basis, Readonly<Record<Measured | 'base', number>>>> = {
  lexical: { base: -9.6, fused: 9.02, likeness: 0, lead: 1.78 },
  meaning: { base: -12.8, fused: 11.76, likeness: 1.98, lead: 1.81 },
  model: { base: -12.04, fused: 12.12, likeness: 0.87, lead: 1.4 },
};

/** Added to the log-odds when the query names the tool; also fitted by `training/calibrate.mjs`. */
const NAMING_ODDS: Readonly<Record<Exclude<Naming, 'whole'>, number>> = { written: 3, said: 2, words: 2 };
/** The score when the whole query is the tool's name. Below 1, because the user may still mean another tool. */
export const WHOLE_NAME = 0.97;

/**
 * The probability that a hit with this evidence is correct (logistic regression). It grows with the fused score, so it
 * never reorders tools that the query names in the same way.
 */
export function calibrated(evidence: Evidence, basis: Basis): number {
  const { fused, likeness, lead, naming } = evidence;
  if (naming === 'whole') return WHOLE_NAME;
  const weights = CALIBRATION[basis];
  const sum = weights.base + weights.fused * fused + weights.likeness * likeness + weights.lead * lead;
  return 1 / (1 + Math.exp(-sum - (naming ? NAMING_ODDS[naming] : 0)));
}

/**
 * Isotonic regression by pooling adjacent violators: returns non-increasing scores for a list that is already in its
 * final order. A score higher than its predecessor is averaged with it, so the sum stays the same.
 */
export function isotonicRegression(scores: readonly number[]): number[] {
  const blocks: { sum: number; size: number }[] = [];
  for (const score of scores) {
    let block = { sum: score, size: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.size < block.sum / block.size; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: last.sum + block.sum, size: last.size + block.size };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, size }) => new Array<number>(size).fill(sum / size));
}
