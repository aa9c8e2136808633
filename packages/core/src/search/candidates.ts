import { BestSlots } from './best-slots.ts';
import type { LexicalIndex, LexicalMatch } from './lexical/lexical-index.ts';
import type { Accepts, QueryVector, VectorStore } from './meaning/vector-store.ts';
import type { QueryTerm } from './query.ts';
import type { Candidate } from './ranking.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SlotSet } from './slot-set.ts';

export interface Step {
  readonly terms: readonly QueryTerm[];
  readonly vector?: QueryVector | undefined;
}

/** A query, ready to be looked up. */
export interface Lookup {
  readonly terms: readonly QueryTerm[];
  readonly vector?: QueryVector | undefined;
  readonly modelVector?: QueryVector | undefined;
  readonly steps: readonly Step[];
  /** Slots that take part whatever they score. */
  readonly always: readonly number[];
  readonly accepts: Accepts | undefined;
  readonly exhaustive: boolean;
  /** Absent where no tool has one. */
  readonly priorOf?: ((slot: number) => number) | undefined;
}

export interface Indexes {
  readonly lexical: LexicalIndex;
  /** Scratch. */
  readonly found: SlotSet;
  readonly vectors?: VectorStore | undefined;
  readonly modelVectors?: VectorStore | undefined;
}

/** The tools worth scoring: the best of each way of looking, every one measured by all of them. */
export function findCandidates(indexes: Indexes, lookup: Lookup): Candidate[] {
  const { lexical, vectors, modelVectors, found } = indexes;
  const { accepts, exhaustive, vector, modelVector, priorOf } = lookup;
  const limits = SEARCH_SETTINGS.candidates;
  const match = lexical.match(lexical.resolve(lookup.terms));
  found.clear();
  found.addAll(lookup.always);
  found.addAll(bestLexical(match, accepts));
  if (vectors && vector) found.addAll(vectors.nearest(vector, limits.meaning, accepts, exhaustive));
  if (modelVectors && modelVector) {
    found.addAll(modelVectors.nearest(modelVector, limits.meaning, accepts, exhaustive));
  }
  for (const step of lookup.steps) {
    if (vectors && step.vector) found.addAll(vectors.nearest(step.vector, limits.step, accepts, exhaustive));
  }

  const { slots, count } = found;
  const steps = lookup.steps.length > 0 ? bestSteps(indexes, lookup.steps) : undefined;
  const candidates: Candidate[] = [];
  for (let i = 0; i < count; i++) {
    const slot = slots[i] as number;
    candidates.push({
      slot,
      lexical: match.scores[slot] as number,
      similarity: vectors && vector ? vectors.similarity(slot, vector) : 0,
      modelSimilarity: modelVectors && modelVector ? modelVectors.similarity(slot, modelVector) : 0,
      stepLexical: (steps?.lexical[i] as number | undefined) ?? 0,
      stepSimilarity: (steps?.similarity[i] as number | undefined) ?? 0,
      prior: priorOf ? priorOf(slot) : 0,
    });
  }
  return candidates;
}

/** Scratch: one search ends before the next begins, and typed arrays cost more to make than to fill. */
const bestByWords = new BestSlots(SEARCH_SETTINGS.candidates.lexical);

function bestLexical({ scores, slots, count }: LexicalMatch, accepts: Lookup['accepts']): Int32Array {
  bestByWords.clear();
  let { bar } = bestByWords;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] as number;
    const score = scores[slot] as number;
    if (score <= bar || (accepts && !accepts(slot))) continue;
    bestByWords.offer(slot, score);
    bar = bestByWords.bar;
  }
  return bestByWords.slots();
}

/** Each candidate keeps its best step; a step is scaled to its own best, so that a short one counts as much as a long. */
function bestSteps({ lexical, vectors, found }: Indexes, steps: readonly Step[]) {
  const { slots, count } = found;
  const best = { lexical: new Float64Array(count), similarity: new Float64Array(count) };
  const values = new Float64Array(count);
  for (const step of steps) {
    lexical.scoreAll(slots, lexical.resolve(step.terms), values);
    raise(best.lexical, values);
    if (!vectors || !step.vector) continue;
    for (let i = 0; i < count; i++) values[i] = vectors.similarity(slots[i] as number, step.vector);
    raise(best.similarity, values);
  }
  return best;
}

function raise(kept: Float64Array, values: Float64Array): void {
  let most = 1e-6;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > most) most = values[i] as number;
  for (let i = 0; i < kept.length; i++) kept[i] = Math.max(kept[i] as number, (values[i] as number) / most);
}
