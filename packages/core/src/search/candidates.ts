import { BestSlots } from './best-slots.ts';
import type { LexicalIndex } from './lexical/lexical-index.ts';
import type { VectorStore } from './meaning/vector-store.ts';
import type { QueryTerm } from './query.ts';
import type { Candidate } from './ranking.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

export interface Step {
  readonly terms: readonly QueryTerm[];
  readonly vector?: Float32Array | undefined;
}

/** A query, ready to be looked up. */
export interface Lookup {
  readonly terms: readonly QueryTerm[];
  readonly vector?: Float32Array | undefined;
  readonly modelVector?: Float32Array | undefined;
  readonly steps: readonly Step[];
  /** Slots that take part whatever they score. */
  readonly always: Iterable<number>;
  readonly accepts: (slot: number) => boolean;
  readonly priorOf: (slot: number) => number;
}

export interface Indexes {
  readonly lexical: LexicalIndex;
  readonly vectors?: VectorStore | undefined;
  readonly modelVectors?: VectorStore | undefined;
}

/** The tools worth scoring: the best of each way of looking, every one measured by all of them. */
export function findCandidates(indexes: Indexes, lookup: Lookup): Candidate[] {
  const slots = new Set<number>(lookup.always);
  const add = (found: Iterable<number>) => {
    for (const slot of found) slots.add(slot);
  };
  const { candidates } = SEARCH_SETTINGS;
  add(bestLexical(indexes.lexical, lookup));
  const { vectors, modelVectors } = indexes;
  if (vectors && lookup.vector) add(vectors.nearest(lookup.vector, candidates.meaning, lookup.accepts));
  if (modelVectors && lookup.modelVector) {
    add(modelVectors.nearest(lookup.modelVector, candidates.meaning, lookup.accepts));
  }
  for (const step of lookup.steps) {
    if (vectors && step.vector) add(vectors.nearest(step.vector, candidates.step, lookup.accepts));
  }
  return measure(indexes, lookup, [...slots]);
}

function bestLexical(index: LexicalIndex, lookup: Lookup): Int32Array {
  const { scores, slots, count } = index.match(lookup.terms);
  const best = new BestSlots(SEARCH_SETTINGS.candidates.lexical);
  for (let i = 0; i < count; i++) {
    const slot = slots[i] as number;
    const score = scores[slot] as number;
    if (score > best.bar && lookup.accepts(slot)) best.offer(slot, score);
  }
  return best.slots();
}

function measure(indexes: Indexes, lookup: Lookup, slots: readonly number[]): Candidate[] {
  const { lexical, vectors, modelVectors } = indexes;
  const full = slots.map((slot) => lexical.scoreOf(slot, lookup.terms));
  const stepLexical = new Float64Array(slots.length);
  const stepSimilarity = new Float64Array(slots.length);
  for (const step of lookup.steps) {
    raise(stepLexical, (i) => lexical.scoreOf(slots[i] as number, step.terms));
    const { vector } = step;
    if (vectors && vector) raise(stepSimilarity, (i) => vectors.similarity(slots[i] as number, vector));
  }
  return slots.map((slot, i) => ({
    slot,
    lexical: full[i] as number,
    similarity: vectors && lookup.vector ? vectors.similarity(slot, lookup.vector) : 0,
    modelSimilarity: modelVectors && lookup.modelVector ? modelVectors.similarity(slot, lookup.modelVector) : 0,
    stepLexical: stepLexical[i] as number,
    stepSimilarity: stepSimilarity[i] as number,
    prior: lookup.priorOf(slot),
  }));
}

/** Each candidate keeps its best step; a step is scaled to its own best, so that a short one counts as much as a long. */
function raise(best: Float64Array, measured: (index: number) => number): void {
  const values = Float64Array.from(best, (_, i) => measured(i));
  const most = values.reduce((a, b) => Math.max(a, b), 1e-6);
  for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i] as number, (values[i] as number) / most);
}
