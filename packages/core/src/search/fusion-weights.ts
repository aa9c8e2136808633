import type { Candidates } from './candidates.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

/** One number for each ranking signal. */
export interface Signals {
  readonly lexical: number;
  readonly meaning: number;
  readonly model: number;
  readonly stepLexical: number;
  readonly stepMeaning: number;
}

/** Which signals a request can use, and its length. */
export interface Request {
  readonly meaning: boolean;
  readonly model: boolean;
  readonly steps: boolean;
  /** Number of content words, without stop words and polite phrases. */
  readonly words: number;
}

/**
 * The weight of each signal for this request; the weights add up to 1. The lexical weight grows with the number of
 * words. The weight of a vector signal grows with the lead of its best tool over its fifth: when all tools are about
 * equally near, the nearest one is chance.
 */
export function fusionWeights(request: Request, candidates: Candidates, most: Signals, hasLexical: boolean): Signals {
  const { lexical, meaning, stepLexical, stepMeaning, model } = SEARCH_SETTINGS.weights;
  const { count, similarity, modelSimilarity } = candidates;
  const byLength = hasLexical ? lexicalTrust(request.words) : 0;
  const used = {
    lexical: lexical * byLength,
    meaning: request.meaning ? meaning * vectorTrust(similarity, count, most.meaning) : 0,
    model: request.model ? model * vectorTrust(modelSimilarity, count, most.model) : 0,
    stepLexical: request.steps ? stepLexical * byLength : 0,
    stepMeaning: request.steps && request.meaning ? stepMeaning : 0,
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

function lexicalTrust(words: number): number {
  const { slope, usual, most } = SEARCH_SETTINGS.trust.length;
  return 1 + (slope * (Math.min(most, words) - usual)) / usual;
}

function vectorTrust(values: Float64Array, count: number, best: number): number {
  const { slope, usual, least, most } = SEARCH_SETTINGS.trust.lead;
  const lead = 1 - Math.max(0, fifthOf(values, count)) / best;
  return Math.min(most, Math.max(least, 1 + slope * (lead - usual)));
}

/** Scratch buffer. */
const highest = new Float64Array(5);

/** The fifth highest value, or the lowest if there are fewer than five. */
function fifthOf(values: Float64Array, count: number): number {
  highest.fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    if (value <= (highest[4] as number)) continue;
    let at = 4;
    for (; at > 0 && (highest[at - 1] as number) < value; at--) highest[at] = highest[at - 1] as number;
    highest[at] = value;
  }
  return highest[Math.min(count, 5) - 1] ?? 0;
}
