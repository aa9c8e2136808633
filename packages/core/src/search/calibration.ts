import type { Naming } from './names/exact-names.ts';

/** What is known of a hit and of its query once the candidates are ranked. */
export interface Evidence {
  /** The hit's fused score, 0 to 1. */
  readonly fused: number;
  /** Cosine between the request and the nearest tool; without vectors, how much of the request the best hit holds. */
  readonly likeness: number;
  /** How far the best hit stands above the tenth. */
  readonly lead: number;
  /** How the query names the tool; absent, it does not. */
  readonly naming?: Naming | undefined;
}

type Measured = Exclude<keyof Evidence, 'naming'>;

/** Which tiers took part: each combination deserves another trust. */
export type Basis = 'lexical' | 'meaning' | 'model';

/** Fitted on the tuning halves by `training/calibrate.mjs`. */
export const CALIBRATION: Readonly<Record<Basis, Readonly<Record<Measured | 'base', number>>>> = {
  lexical: { base: -9.6, fused: 9.02, likeness: 0, lead: 1.78 },
  meaning: { base: -12.8, fused: 11.76, likeness: 1.98, lead: 1.81 },
  model: { base: -12.04, fused: 12.12, likeness: 0.87, lead: 1.4 },
};

/** What being named adds to the logarithm of the odds; fitted by `training/calibrate.mjs` as well. */
export const NAMING_ODDS: Readonly<Record<Exclude<Naming, 'whole'>, number>> = { written: 3, said: 2, words: 2 };
/** The query is the name, and nothing else: what remains is that another tool was meant all the same. */
export const WHOLE_NAME = 0.97;

/**
 * How often a hit with this evidence is right. Rises with the fused score, so that it never changes the order of tools
 * that are named in one way.
 */
export function calibrated(evidence: Evidence, basis: Basis): number {
  const { fused, likeness, lead, naming } = evidence;
  if (naming === 'whole') return WHOLE_NAME;
  const weights = CALIBRATION[basis];
  const sum = weights.base + weights.fused * fused + weights.likeness * likeness + weights.lead * lead;
  return 1 / (1 + Math.exp(-sum - (naming ? NAMING_ODDS[naming] : 0)));
}

/**
 * Makes scores that follow a given order, best first, fall along it: where a later one is higher, it and those before it
 * share their mean, so that together they promise what they promised before.
 */
export function levelled(scores: readonly number[]): number[] {
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
