/** All ranking parameters except those of BM25F. Tuned on the tuning half of each benchmark of `npm run bench -- retrieval`. */
export const SEARCH_SETTINGS = {
  limit: 10,
  minScore: 0,
  /** Base weight of each signal in the fusion. */
  weights: {
    lexical: 1,
    meaning: 1,
    stepLexical: 0.8,
    stepMeaning: 1.3,
    model: 1.2,
  },
  /** How the number of words and the lead of the best tool change the weights: see `fusion-weights.ts`. */
  trust: {
    length: { slope: 0.1, usual: 7, most: 20 },
    lead: { slope: 3, usual: 0.2, least: 0.6, most: 1.5 },
  },
  /** Number of candidates that each signal contributes; more when `limit` is higher. */
  candidates: { lexical: 24, meaning: 24, step: 8 },
  /** Usage raises a fused score by at most this much. */
  priorLift: 0.03,
  /** Usage raises no tool whose lexical score is below this share of the best lexical score. */
  priorFrom: 0.95,
  /** Deprecation lowers a fused score by this much. */
  deprecatedDrop: 0.08,
  /**
   * If the best hit scores below `score`, or below `unlessScore` while no tool is as near as `likeness` (a cosine), the answer is
   * a menu of categories. Chosen with 400 everyday requests, of which half fit no tool.
   */
  confidentFrom: { score: 0.03, likeness: 0.3, unlessScore: 0.25 },
  /** Below this score, the best hit is more likely wrong than right. */
  doubtfulBelow: 0.5,
  menuCategories: 5,
  /** How long `searchWithModel` waits for the model. */
  patienceMs: 200,
} as const;
