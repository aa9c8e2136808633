import type { Candidates } from './candidates.ts';
import { fusionWeights, type Request, type Signals } from './fusion-weights.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

/** One ranked candidate: its raw signals, and the parts that add up to its fused score. */
export interface Fused {
  readonly slot: number;
  /** Row of the candidate in `Candidates`. */
  readonly row: number;
  /** The BM25F score, not scaled. */
  readonly words: number;
  readonly similarity: number;
  readonly lexical: number;
  readonly meaning: number;
  readonly prior: number;
  readonly total: number;
  /** The score of the learned ranker, which sets it. Only differences between the scores of one request mean something. */
  rank: number;
  /** Where the signals of the candidate start in the matrix of the ranker; -1 if the ranker did not order it. */
  signalsAt: number;
}

export interface Ranking {
  /** The `limit` best candidates, best first; then the other candidates whose slots are in `always`. */
  readonly fused: readonly Fused[];
  /** The highest cosine of all candidates. */
  readonly similarity: number;
}

/** Lower bound of a signal's maximum, which avoids a division by zero. At this value the signal is absent. */
const EPSILON = 1e-6;

/**
 * Weighted max-normalized fusion: each signal is divided by its maximum in this query, then weighted. The sum is at most 1.
 * Only the best `limit` candidates are sorted and split into parts.
 */
export function rank(
  candidates: Candidates,
  request: Request,
  limit: number,
  always: ReadonlyMap<number, unknown>,
): Ranking {
  const most = maximaOf(candidates);
  // When no tool contains a word of the query, the lexical weights are 0 and only the vector signals count.
  const weights = fusionWeights(request, candidates, most, most.lexical > EPSILON || !request.meaning);
  const factors = {
    lexical: weights.lexical / most.lexical,
    meaning: weights.meaning / most.meaning,
    model: weights.model / most.model,
    stepLexical: weights.stepLexical / most.stepLexical,
    stepMeaning: weights.stepMeaning / most.stepMeaning,
  };
  boundPriors(candidates, most.lexical);
  const best = bestTotals(candidates, factors, limit);
  const fused = best.map((i) => partsOf(candidates, i, factors));
  if (always.size > 0) fused.push(...missing(candidates, best, always).map((i) => partsOf(candidates, i, factors)));
  return { fused, similarity: most.meaning };
}

/**
 * Limits the usage prior by the lexical score: the full prior for the best lexical match, none below `priorFrom` of it.
 * Otherwise a popular tool could hide a rarely used tool that matches the words of the query better.
 */
function boundPriors({ count, prior, lexical }: Candidates, most: number): void {
  if (most <= EPSILON) return;
  const { priorFrom } = SEARCH_SETTINGS;
  for (let i = 0; i < count; i++) {
    const lift = prior[i] as number;
    if (lift > 0) prior[i] = lift * Math.max(0, ((lexical[i] as number) / most - priorFrom) / (1 - priorFrom));
  }
}

/** Row numbers of the `limit` candidates with the highest totals, best first; ties by lower slot. */
function bestTotals(candidates: Candidates, factors: Signals, limit: number): number[] {
  const { count, slots, values: totals } = candidates;
  const best: number[] = [];
  let bar = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const total = totalOf(candidates, i, factors);
    totals[i] = total;
    if (total < bar) continue;
    const slot = slots[i] as number;
    let at = best.length;
    if (at < limit) best.push(i);
    for (; at > 0; at--) {
      const other = best[at - 1] as number;
      const ahead = totals[other] as number;
      if (ahead > total || (ahead === total && (slots[other] as number) < slot)) break;
      if (at < limit) best[at] = other;
    }
    if (at < limit) best[at] = i;
    if (best.length === limit) bar = totals[best[limit - 1] as number] as number;
  }
  return best;
}

/** Row numbers of the `always` slots that are not in `best`, best first. */
function missing(candidates: Candidates, best: readonly number[], always: ReadonlyMap<number, unknown>): number[] {
  const { count, slots, values: totals } = candidates;
  const others: number[] = [];
  for (let i = 0; i < count; i++) if (always.has(slots[i] as number) && !best.includes(i)) others.push(i);
  return others.sort((a, b) => (totals[b] as number) - (totals[a] as number));
}

function totalOf(candidates: Candidates, i: number, factors: Signals): number {
  return lexicalPart(candidates, i, factors) + meaningPart(candidates, i, factors) + (candidates.prior[i] as number);
}

function partsOf(candidates: Candidates, i: number, factors: Signals): Fused {
  const lexical = lexicalPart(candidates, i, factors);
  const meaning = meaningPart(candidates, i, factors);
  const prior = candidates.prior[i] as number;
  return {
    slot: candidates.slots[i] as number,
    row: i,
    words: candidates.lexical[i] as number,
    similarity: candidates.similarity[i] as number,
    lexical,
    meaning,
    prior,
    total: lexical + meaning + prior,
    rank: 0,
    signalsAt: -1,
  };
}

function lexicalPart({ lexical, stepLexical }: Candidates, i: number, factors: Signals): number {
  return factors.lexical * (lexical[i] as number) + factors.stepLexical * (stepLexical[i] as number);
}

function meaningPart(candidates: Candidates, i: number, factors: Signals): number {
  return (
    factors.meaning * Math.max(0, candidates.similarity[i] as number) +
    factors.model * Math.max(0, candidates.modelSimilarity[i] as number) +
    factors.stepMeaning * (candidates.stepSimilarity[i] as number)
  );
}

/** The maximum of each signal. */
function maximaOf({ count, lexical, similarity, modelSimilarity, stepLexical, stepSimilarity }: Candidates): Signals {
  return {
    lexical: most(lexical, count),
    meaning: most(similarity, count),
    model: most(modelSimilarity, count),
    stepLexical: most(stepLexical, count),
    stepMeaning: most(stepSimilarity, count),
  };
}

function most(values: Float64Array, count: number): number {
  let largest = EPSILON;
  for (let i = 0; i < count; i++) if ((values[i] as number) > largest) largest = values[i] as number;
  return largest;
}
