import type { Candidates } from './candidates.ts';
import { fusionWeights, type Request, type Signals } from './fusion-weights.ts';

/** What is known of one of the best: what was measured, and its parts of the fused score, which add up to it. */
export interface Fused {
  readonly slot: number;
  /** What the words say, before it is scaled. */
  readonly words: number;
  readonly similarity: number;
  readonly lexical: number;
  readonly meaning: number;
  readonly prior: number;
  readonly total: number;
}

export interface Ranking {
  /** Best first: the `limit` best, then whichever else was asked for. */
  readonly fused: readonly Fused[];
  /** That of the nearest of all candidates. */
  readonly similarity: number;
}

/** What no signal is scaled by: where it is the best, there is no signal. */
const NOTHING = 1e-6;

/**
 * Weighted min-max fusion: every signal is scaled to the best of this query, then weighted. Sums to at most 1.
 * Only what is shown is sorted and taken apart: most candidates are never heard of again.
 */
export function rank(
  candidates: Candidates,
  request: Request,
  limit: number,
  always: ReadonlyMap<number, unknown>,
): Ranking {
  const most = bestOf(candidates);
  // Where no tool holds a word of the request, meaning decides alone.
  const weights = fusionWeights(request, candidates, most, most.lexical > NOTHING || !request.meaning);
  const factors = {
    lexical: weights.lexical / most.lexical,
    meaning: weights.meaning / most.meaning,
    model: weights.model / most.model,
    stepLexical: weights.stepLexical / most.stepLexical,
    stepMeaning: weights.stepMeaning / most.stepMeaning,
  };
  const best: Fused[] = [];
  const others: Fused[] = [];
  let bar = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < candidates.count; i++) {
    const lexical = lexicalPart(candidates, i, factors);
    const meaning = meaningPart(candidates, i, factors);
    const prior = candidates.prior[i] as number;
    const total = lexical + meaning + prior;
    const slot = candidates.slots[i] as number;
    if (total < bar && !(always.size > 0 && always.has(slot))) continue;
    const similarity = candidates.similarity[i] as number;
    const words = candidates.lexical[i] as number;
    const pushedOut = insert(best, { slot, words, similarity, lexical, meaning, prior, total }, limit);
    if (best.length === limit) bar = (best[limit - 1] as Fused).total;
    if (pushedOut && always.has(pushedOut.slot)) others.push(pushedOut);
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
  return b.total - a.total || a.slot - b.slot;
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

/** The best of each signal: what the others are scaled to. */
function bestOf({ count, lexical, similarity, modelSimilarity, stepLexical, stepSimilarity }: Candidates): Signals {
  return {
    lexical: most(lexical, count),
    meaning: most(similarity, count),
    model: most(modelSimilarity, count),
    stepLexical: most(stepLexical, count),
    stepMeaning: most(stepSimilarity, count),
  };
}

function most(values: Float64Array, count: number): number {
  let largest = NOTHING;
  for (let i = 0; i < count; i++) if ((values[i] as number) > largest) largest = values[i] as number;
  return largest;
}
