/** What is known of a hit and of its query once the candidates are ranked. All but `fused` are shared by a query's hits. */
export interface Evidence {
  /** The hit's fused score, 0 to 1. */
  readonly fused: number;
  /** Cosine between the request and the nearest tool; without vectors, how much of the request the best hit holds. */
  readonly likeness: number;
  /** How far the best hit stands above the tenth. */
  readonly lead: number;
}

/** Which tiers took part: each combination deserves another trust. */
export type Basis = 'lexical' | 'meaning' | 'model';

/** Fitted on the tuning halves by `training/calibrate.mjs`. */
export const CALIBRATION: Readonly<Record<Basis, Readonly<Record<keyof Evidence | 'base', number>>>> = {
  lexical: { base: -9.94, fused: 9.48, likeness: 0.06, lead: 1.57 },
  meaning: { base: -12.88, fused: 11.81, likeness: 2.07, lead: 1.75 },
  model: { base: -12.09, fused: 12.13, likeness: 0.94, lead: 1.4 },
};

/** How often a hit with this evidence is right. Rises with the fused score, so that it never changes the order. */
export function calibrated(evidence: Evidence, basis: Basis): number {
  const weights = CALIBRATION[basis];
  const sum =
    weights.base + weights.fused * evidence.fused + weights.likeness * evidence.likeness + weights.lead * evidence.lead;
  return 1 / (1 + Math.exp(-sum));
}
