/** What is known of a hit and of its query once the candidates are ranked. All but `fused` are shared by a query's hits. */
export interface Evidence {
  /** The hit's fused score, 0 to 1. */
  readonly fused: number;
  /** How much of the request's rarity the best hit holds, 0 to 1. */
  readonly coverage: number;
  /** Cosine between the request and the nearest tool. */
  readonly similarity: number;
  /** How far the best hit stands above the tenth. */
  readonly lead: number;
}

export const CALIBRATION = {
  withMeaning: { base: -5, fused: 4, coverage: 1, similarity: 2, lead: 2 },
  lexicalOnly: { base: -4, fused: 3, coverage: 3, similarity: 0, lead: 2 },
} as const;

/** How often a hit with this evidence is right. Fitted on the tuning halves; rises with the fused score. */
export function calibrated(evidence: Evidence, hasMeaning: boolean): number {
  const weights = hasMeaning ? CALIBRATION.withMeaning : CALIBRATION.lexicalOnly;
  const sum =
    weights.base +
    weights.fused * evidence.fused +
    weights.coverage * evidence.coverage +
    weights.similarity * evidence.similarity +
    weights.lead * evidence.lead;
  return 1 / (1 + Math.exp(-sum));
}
