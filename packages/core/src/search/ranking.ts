import { SEARCH_SETTINGS } from './search-settings.ts';

/** What is known of one candidate before it is scored. */
export interface Candidate {
  readonly slot: number;
  readonly lexical: number;
  readonly similarity: number;
  readonly modelSimilarity: number;
  /** Best over the steps of the request, each step scaled to its own best. */
  readonly stepLexical: number;
  readonly stepSimilarity: number;
  readonly prior: number;
}

/** A candidate's parts of the fused score: they add up to it. */
export interface Fused {
  readonly candidate: Candidate;
  readonly lexical: number;
  readonly meaning: number;
  readonly prior: number;
  readonly total: number;
}

export interface Available {
  readonly meaning: boolean;
  readonly model: boolean;
  readonly steps: boolean;
}

/** Weighted min-max fusion: every signal is scaled to the best of this query, then weighted. Sums to at most 1. */
export function fuse(candidates: readonly Candidate[], available: Available): Fused[] {
  const best = (pick: (candidate: Candidate) => number) =>
    candidates.reduce((most, candidate) => Math.max(most, pick(candidate)), 1e-6);
  const most = {
    lexical: best((c) => c.lexical),
    meaning: best((c) => c.similarity),
    model: best((c) => c.modelSimilarity),
    stepLexical: best((c) => c.stepLexical),
    stepMeaning: best((c) => c.stepSimilarity),
  };
  const weights = usedWeights(available);
  return candidates.map((candidate) => {
    const lexical =
      (weights.lexical * candidate.lexical) / most.lexical +
      (weights.stepLexical * candidate.stepLexical) / most.stepLexical;
    const meaning =
      weights.meaning * scaled(candidate.similarity, most.meaning) +
      weights.model * scaled(candidate.modelSimilarity, most.model) +
      weights.stepMeaning * scaled(candidate.stepSimilarity, most.stepMeaning);
    return { candidate, lexical, meaning, prior: candidate.prior, total: lexical + meaning + candidate.prior };
  });
}

function scaled(similarity: number, most: number): number {
  return Math.max(0, similarity) / most;
}

function usedWeights(available: Available) {
  const { lexical, meaning, stepLexical, stepMeaning, model } = SEARCH_SETTINGS.weights;
  const used = {
    lexical,
    meaning: available.meaning ? meaning : 0,
    model: available.model ? model : 0,
    stepLexical: available.steps ? stepLexical : 0,
    stepMeaning: available.steps && available.meaning ? stepMeaning : 0,
  };
  const sum = used.lexical + used.meaning + used.model + used.stepLexical + used.stepMeaning;
  return {
    lexical: used.lexical / sum,
    meaning: used.meaning / sum,
    model: used.model / sum,
    stepLexical: used.stepLexical / sum,
    stepMeaning: used.stepMeaning / sum,
  };
}
