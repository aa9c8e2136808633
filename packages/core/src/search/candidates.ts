import { BestSlots } from './best-slots.ts';
import type { LexicalIndex, LexicalMatch } from './lexical/lexical-index.ts';
import type { QueryVector } from './meaning/query-vector.ts';
import type { Accepts } from './meaning/sketch-scan.ts';
import type { VectorStore } from './meaning/vector-store.ts';
import type { QueryTerm } from './query.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SlotSet } from './slot-set.ts';

/** One step of a request that has several steps ("find the invoice, then email it"). */
export interface Step {
  readonly terms: readonly QueryTerm[];
  readonly vector?: QueryVector | undefined;
}

/** A parsed query: the terms and vectors to look up, and the limits of the search. */
export interface Lookup {
  readonly terms: readonly QueryTerm[];
  readonly vector?: QueryVector | undefined;
  readonly modelVector?: QueryVector | undefined;
  readonly steps: readonly Step[];
  /** Slots of tools that the query names: always candidates, whatever they score. */
  readonly always: readonly number[];
  readonly accepts: Accepts | undefined;
  readonly exhaustive: boolean;
  /** Maximum number of hits in the answer. */
  readonly limit: number;
  /** Score adjustment of a tool for usage and deprecation; absent when no tool needs an adjustment. */
  readonly priorOf?: ((slot: number) => number) | undefined;
}

export interface Indexes {
  readonly lexical: LexicalIndex;
  /** Scratch buffer, reused by every search. */
  readonly found: SlotSet;
  readonly vectors?: VectorStore | undefined;
  readonly modelVectors?: VectorStore | undefined;
}

/**
 * The tools worth scoring, with one column for each ranking signal. Columns, because a search measures a hundred tools
 * and shows ten: an object for each would become garbage at once.
 */
export class Candidates {
  /** The first `count` entries of every column are in use. */
  count = 0;
  slots = new Int32Array(0);
  lexical = new Float64Array(0);
  similarity = new Float64Array(0);
  modelSimilarity = new Float64Array(0);
  /** Maximum over the steps of the request. The scores of a step are divided by the step's highest score first. */
  stepLexical = new Float64Array(0);
  stepSimilarity = new Float64Array(0);
  prior = new Float64Array(0);
  /** Scratch buffer. */
  values = new Float64Array(0);

  reset({ slots, count }: SlotSet): void {
    if (this.lexical.length < count) {
      const capacity = Math.ceil(count * 1.5);
      this.lexical = new Float64Array(capacity);
      this.similarity = new Float64Array(capacity);
      this.modelSimilarity = new Float64Array(capacity);
      this.stepLexical = new Float64Array(capacity);
      this.stepSimilarity = new Float64Array(capacity);
      this.prior = new Float64Array(capacity);
      this.values = new Float64Array(capacity);
    }
    this.slots = slots;
    this.count = count;
  }
}

/** Reused by every search: a search is synchronous, and allocating typed arrays costs more than filling them. */
const candidates = new Candidates();
const bestByWords = new BestSlots(SEARCH_SETTINGS.candidates.lexical);

/** Takes the best tools of each signal and measures each by every signal. The result is valid until the next call. */
export function findCandidates(indexes: Indexes, lookup: Lookup): Candidates {
  const { lexical, vectors, modelVectors, found } = indexes;
  const { accepts, exhaustive, vector, modelVector } = lookup;
  const limits = SEARCH_SETTINGS.candidates;
  const nearest = Math.max(limits.meaning, lookup.limit);
  const match = lexical.match(lexical.resolve(lookup.terms));
  found.clear();
  found.addAll(lookup.always);
  found.addAll(bestLexical(match, accepts, Math.max(limits.lexical, lookup.limit)));
  if (vectors && vector) found.addAll(vectors.nearest(vector, nearest, accepts, exhaustive));
  if (modelVectors && modelVector) {
    found.addAll(modelVectors.nearest(modelVector, nearest, accepts, exhaustive));
  }
  for (const step of lookup.steps) {
    if (vectors && step.vector) found.addAll(vectors.nearest(step.vector, limits.step, accepts, exhaustive));
  }
  measure(indexes, lookup, match);
  return candidates;
}

function measure({ found, vectors, modelVectors, lexical }: Indexes, lookup: Lookup, match: LexicalMatch): void {
  const { vector, modelVector, steps, priorOf } = lookup;
  candidates.reset(found);
  const { slots, count } = candidates;
  for (let i = 0; i < count; i++) candidates.lexical[i] = match.scores[slots[i] as number] as number;
  if (vectors && vector) vectors.similarities(slots, count, vector, candidates.similarity);
  else candidates.similarity.fill(0, 0, count);
  if (modelVectors && modelVector) modelVectors.similarities(slots, count, modelVector, candidates.modelSimilarity);
  else candidates.modelSimilarity.fill(0, 0, count);
  for (let i = 0; i < count; i++) candidates.prior[i] = priorOf ? priorOf(slots[i] as number) : 0;
  candidates.stepLexical.fill(0, 0, count);
  candidates.stepSimilarity.fill(0, 0, count);
  // Divides the scores of a step by the step's highest score, so that a short step counts as much as a long one.
  for (const step of steps) {
    lexical.scoreAll(slots, count, lexical.resolve(step.terms), candidates.values);
    raiseToScaled(candidates.stepLexical, candidates.values, count);
    if (!vectors || !step.vector) continue;
    vectors.similarities(slots, count, step.vector, candidates.values);
    raiseToScaled(candidates.stepSimilarity, candidates.values, count);
  }
}

function bestLexical({ scores, slots, count }: LexicalMatch, accepts: Lookup['accepts'], limit: number): Int32Array {
  const best = limit > SEARCH_SETTINGS.candidates.lexical ? new BestSlots(limit) : bestByWords;
  best.clear();
  let { bar } = best;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] as number;
    const score = scores[slot] as number;
    if (score <= bar || (accepts && !accepts(slot))) continue;
    best.offer(slot, score);
    bar = best.bar;
  }
  return best.slots();
}

/** Scales `values` to their maximum, and raises each entry of `column` to its scaled value. */
function raiseToScaled(column: Float64Array, values: Float64Array, count: number): void {
  let most = 1e-6;
  for (let i = 0; i < count; i++) if ((values[i] as number) > most) most = values[i] as number;
  for (let i = 0; i < count; i++) {
    const scaled = (values[i] as number) / most;
    if (scaled > (column[i] as number)) column[i] = scaled;
  }
}
