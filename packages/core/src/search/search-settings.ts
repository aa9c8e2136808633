/** Every number that decides a ranking beyond BM25F's own. Tuned on the tuning halves by `npm run bench -- retrieval`. */
export const SEARCH_SETTINGS = {
  limit: 10,
  minScore: 0,
  /** What each way of looking contributes, each scaled to its own best. */
  weights: {
    lexical: 1,
    meaning: 1,
    stepLexical: 0.8,
    stepMeaning: 1.3,
    model: 1.2,
  },
  /** What changes those weights from request to request: see `fusion-weights.ts`. */
  trust: {
    length: { slope: 0.1, usual: 7, most: 20 },
    lead: { slope: 3, usual: 0.2, least: 0.6, most: 1.5 },
  },
  /** How many of the nearest are compared in full, by way of looking; more where more are asked for. */
  candidates: { lexical: 30, meaning: 30, step: 10 },
  /** Usage may lift a tool by this much at most, deprecation lowers it by this much: close calls only. */
  priorLift: 0.03,
  /** Usage lifts no tool whose words fit less than this share of how the best tool's do. */
  priorFrom: 0.95,
  deprecatedDrop: 0.08,
  /** Below this score of the best hit, the answer is only a menu. */
  confidentFrom: 0.15,
  menuCategories: 5,
  /** How long a search with the model waits for the model. */
  patienceMs: 200,
} as const;
