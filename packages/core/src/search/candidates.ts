import { BestSlots } from './best-slots.ts';
import type { LexicalIndex, LexicalMatch } from './lexical/lexical-index.ts';
import type { QueryVector, VectorStore } from './meaning/vector-store.ts';
import type { QueryTerm } from './query.ts';
import type { Candidate } from './ranking.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

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
  readonly always: Iterable<number>;
  readonly accepts: (slot: number) => boolean;
  readonly exhaustive: boolean;
  readonly priorOf: (slot: number) => number;
}

export interface Indexes {
  readonly lexical: LexicalIndex;
  readonly vectors?: VectorStore | undefined;
  readonly modelVectors?: VectorStore | undefined;
}

/** The tools worth scoring: the best of each way of looking, every one measured by all of them. */
export function findCandidates(indexes: Indexes, lookup: Lookup): Candidate[] {
  const { lexical, vectors, modelVectors } = indexes;
  const { accepts, exhaustive } = lookup;
  const limits = SEARCH_SETTINGS.candidates;
  const terms = lexical.resolve(lookup.terms);
  const slots = new Set<number>(lookup.always);
  const nearest = (store: VectorStore | undefined, vector: QueryVector | undefined, limit: number) => {
    if (!store || !vector) return;
    const found = store.nearest(vector, limit, accepts, exhaustive);
    for (let i = 0; i < found.length; i++) slots.add(found[i] as number);
  };
  const match = lexical.match(terms);
  for (const slot of bestLexical(match, accepts)) slots.add(slot);
  nearest(vectors, lookup.vector, limits.meaning);
  nearest(modelVectors, lookup.modelVector, limits.meaning);
  for (const step of lookup.steps) nearest(vectors, step.vector, limits.step);

  const all = [...slots];
  const steps = bestSteps(indexes, lookup.steps, all);
  const similarityOf = (store: VectorStore | undefined, vector: QueryVector | undefined, slot: number) =>
    store && vector ? store.similarity(slot, vector) : 0;
  return all.map((slot, i) => ({
    slot,
    lexical: match.scores[slot] as number,
    similarity: similarityOf(vectors, lookup.vector, slot),
    modelSimilarity: similarityOf(modelVectors, lookup.modelVector, slot),
    stepLexical: steps.lexical[i] as number,
    stepSimilarity: steps.similarity[i] as number,
    prior: lookup.priorOf(slot),
  }));
}

function bestLexical({ scores, slots, count }: LexicalMatch, accepts: Lookup['accepts']): Int32Array {
  const best = new BestSlots(SEARCH_SETTINGS.candidates.lexical);
  for (let i = 0; i < count; i++) {
    const slot = slots[i] as number;
    const score = scores[slot] as number;
    if (score > best.bar && accepts(slot)) best.offer(slot, score);
  }
  return best.slots();
}

/** Each candidate keeps its best step; a step is scaled to its own best, so that a short one counts as much as a long. */
function bestSteps({ lexical, vectors }: Indexes, steps: readonly Step[], slots: readonly number[]) {
  const best = { lexical: new Float64Array(slots.length), similarity: new Float64Array(slots.length) };
  const values = new Float64Array(slots.length);
  const raise = (kept: Float64Array) => {
    let most = 1e-6;
    for (const value of values) if (value > most) most = value;
    for (let i = 0; i < kept.length; i++) kept[i] = Math.max(kept[i] as number, (values[i] as number) / most);
  };
  for (const step of steps) {
    const terms = lexical.resolve(step.terms);
    for (let i = 0; i < slots.length; i++) values[i] = lexical.scoreOf(slots[i] as number, terms);
    raise(best.lexical);
    if (!vectors || !step.vector) continue;
    for (let i = 0; i < slots.length; i++) values[i] = vectors.similarity(slots[i] as number, step.vector);
    raise(best.similarity);
  }
  return best;
}
