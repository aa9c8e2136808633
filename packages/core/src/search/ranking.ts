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
  const most = bestOf(candidates);
  // Where no tool holds a word of the request, meaning decides alone.
  const weights = usedWeights({ ...available, lexical: most.lexical > 1e-6 || !available.meaning });
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

/** The best of each signal: what the others are scaled to. */
function bestOf(candidates: readonly Candidate[]) {
  const most = { lexical: 1e-6, meaning: 1e-6, model: 1e-6, stepLexical: 1e-6, stepMeaning: 1e-6 };
  for (const one of candidates) {
    if (one.lexical > most.lexical) most.lexical = one.lexical;
    if (one.similarity > most.meaning) most.meaning = one.similarity;
    if (one.modelSimilarity > most.model) most.model = one.modelSimilarity;
    if (one.stepLexical > most.stepLexical) most.stepLexical = one.stepLexical;
    if (one.stepSimilarity > most.stepMeaning) most.stepMeaning = one.stepSimilarity;
  }
  return most;
}

function scaled(similarity: number, most: number): number {
  return Math.max(0, similarity) / most;
}

function usedWeights(available: Available & { readonly lexical: boolean }) {
  const { lexical, meaning, stepLexical, stepMeaning, model } = SEARCH_SETTINGS.weights;
  const used = {
    lexical: available.lexical ? lexical : 0,
    meaning: available.meaning ? meaning : 0,
    model: available.model ? model : 0,
    stepLexical: available.steps && available.lexical ? stepLexical : 0,
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
