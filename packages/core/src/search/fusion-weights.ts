import type { Candidates } from './candidates.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

/** A number for each way of looking. */
export interface Signals {
  readonly lexical: number;
  readonly meaning: number;
  readonly model: number;
  readonly stepLexical: number;
  readonly stepMeaning: number;
}

/** What is known of a request before its candidates are ranked. */
export interface Request {
  readonly meaning: boolean;
  readonly model: boolean;
  readonly steps: boolean;
  /** How many words of it can tell tools apart. */
  readonly words: number;
}

/**
 * How far each way of looking is trusted with this request; adds up to 1. Words count for more the more of them there
 * are, and a view of the meaning for more the further its best stands above its fifth: where all tools are about equally
 * near, which is nearest is chance.
 */
export function fusionWeights(request: Request, candidates: Candidates, most: Signals, hasLexical: boolean): Signals {
  const { lexical, meaning, stepLexical, stepMeaning, model } = SEARCH_SETTINGS.weights;
  const { count, similarity, modelSimilarity } = candidates;
  const byLength = hasLexical ? trustInWords(request.words) : 0;
  const used = {
    lexical: lexical * byLength,
    meaning: request.meaning ? meaning * trustIn(similarity, count, most.meaning) : 0,
    model: request.model ? model * trustIn(modelSimilarity, count, most.model) : 0,
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

function trustInWords(words: number): number {
  const { slope, usual, most } = SEARCH_SETTINGS.trust.length;
  return 1 + (slope * (Math.min(most, words) - usual)) / usual;
}

function trustIn(values: Float64Array, count: number, best: number): number {
  const { slope, usual, least, most } = SEARCH_SETTINGS.trust.lead;
  const lead = 1 - Math.max(0, fifthOf(values, count)) / best;
  return Math.min(most, Math.max(least, 1 + slope * (lead - usual)));
}

/** Scratch. */
const highest = new Float64Array(5);

/** The fifth highest value, or the lowest where there are fewer. */
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
