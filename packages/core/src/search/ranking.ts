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

/** A number for each way of looking. */
interface Signals {
  readonly lexical: number;
  readonly meaning: number;
  readonly model: number;
  readonly stepLexical: number;
  readonly stepMeaning: number;
}

export interface Ranking {
  /** Best first: the `limit` best, then whichever else was asked for. */
  readonly fused: readonly Fused[];
  /** That of the nearest of all candidates. */
  readonly similarity: number;
}

/**
 * Weighted min-max fusion: every signal is scaled to the best of this query, then weighted. Sums to at most 1.
 * Only what is shown is sorted and taken apart: most candidates are never heard of again.
 */
export function rank(
  candidates: readonly Candidate[],
  available: Available,
  limit: number,
  always: ReadonlyMap<number, unknown>,
): Ranking {
  const most = bestOf(candidates);
  // Where no tool holds a word of the request, meaning decides alone.
  const weights = usedWeights({ ...available, lexical: most.lexical > 1e-6 || !available.meaning });
  const best: Fused[] = [];
  const others: Fused[] = [];
  for (const candidate of candidates) {
    const lexical = lexicalPart(candidate, weights, most);
    const meaning = meaningPart(candidate, weights, most);
    const prior = candidate.prior > 0 ? candidate.prior * trust(candidate, most) : candidate.prior;
    const total = lexical + meaning + prior;
    const last = best[limit - 1];
    if (last && total < last.total && !always.has(candidate.slot)) continue;
    const pushedOut = insert(best, { candidate, lexical, meaning, prior, total }, limit);
    if (pushedOut && always.has(pushedOut.candidate.slot)) others.push(pushedOut);
  }
  return { fused: others.length > 0 ? [...best, ...others.sort(byTotal)] : best, similarity: most.meaning };
}

/** Puts one where it belongs; what then is one too many is returned. */
function insert(best: Fused[], one: Fused, limit: number): Fused | undefined {
  let at = best.length;
  best.push(one);
  for (; at > 0 && byTotal(one, best[at - 1] as Fused) < 0; at--) best[at] = best[at - 1] as Fused;
  best[at] = one;
  return best.length > limit ? best.pop() : undefined;
}

function byTotal(a: Fused, b: Fused): number {
  return b.total - a.total || a.candidate.slot - b.candidate.slot;
}

/**
 * How far use may lift a candidate: all the way where no other holds more of the request's words, and not at
 * all where one clearly does. What is used a lot is asked for in its own words; what is not must stay findable.
 */
function trust({ lexical }: Candidate, most: Signals): number {
  if (most.lexical <= 1e-6) return 1;
  const { priorFrom } = SEARCH_SETTINGS;
  return Math.max(0, (lexical / most.lexical - priorFrom) / (1 - priorFrom));
}

function lexicalPart(candidate: Candidate, weights: Signals, most: Signals): number {
  return (
    (weights.lexical * candidate.lexical) / most.lexical +
    (weights.stepLexical * candidate.stepLexical) / most.stepLexical
  );
}

function meaningPart(candidate: Candidate, weights: Signals, most: Signals): number {
  return (
    weights.meaning * scaled(candidate.similarity, most.meaning) +
    weights.model * scaled(candidate.modelSimilarity, most.model) +
    weights.stepMeaning * scaled(candidate.stepSimilarity, most.stepMeaning)
  );
}

/** The best of each signal: what the others are scaled to. */
function bestOf(candidates: readonly Candidate[]): Signals {
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

function usedWeights(available: Available & { readonly lexical: boolean }): Signals {
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
