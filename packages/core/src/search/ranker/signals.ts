import { ACTION, actionFit } from '../actions/action.ts';
import type { NamedApps } from '../apps/named-servers.ts';
import type { Candidates } from '../candidates.ts';
import type { LexicalIndex } from '../lexical/lexical-index.ts';
import { CERTAINTY, type Naming } from '../names/exact-names.ts';
import type { Fused } from '../ranking.ts';
import type { ToolTraits } from '../tool-traits.ts';
import { chainTerms, clearChains, measureWords } from './measure-words.ts';
import type { RequestWords } from './request-words.ts';
import { AT, SIGNAL_COUNT } from './signal-list.ts';

/** Stands for the cosines where there is no vector table. */
const NO_SIMILARITY = -1;
/** The highest BM25F weight of a term: its saturation is 1.6. */
const HIGHEST_WEIGHT = 2.6;

/** The parts of a request that the signals are computed from. */
export interface Asked {
  readonly words: RequestWords;
  readonly actions: number;
  readonly apps: NamedApps;
  readonly steps: boolean;
  readonly meaning: boolean;
  readonly named: ReadonlyMap<number, Naming>;
}

interface Indexes {
  readonly lexical: LexicalIndex;
  readonly traits: ToolTraits;
}

/** Reused by every search. */
let matrix = new Float64Array(0);

/** The signals of these candidates, one row of `SIGNAL_COUNT` numbers each. The result is valid until the next call. */
export function measureSignals(
  { lexical, traits }: Indexes,
  candidates: Candidates,
  fused: readonly Fused[],
  asked: Asked,
): Float64Array {
  if (matrix.length < fused.length * SIGNAL_COUNT) matrix = new Float64Array(fused.length * SIGNAL_COUNT);
  const { words, actions, apps } = asked;
  let mostTotal = 1e-6;
  let mostLexical = 1e-6;
  let mostSimilarity = -1;
  let mostCoverage = 0;
  let mostInName = 0;
  for (const one of fused) {
    mostTotal = Math.max(mostTotal, one.total - one.prior);
    mostLexical = Math.max(mostLexical, one.words);
    mostSimilarity = Math.max(mostSimilarity, one.similarity);
  }
  chainTerms(words, lexical.terms.length);
  const highest = words.total === 0 ? 1 : words.total * HIGHEST_WEIGHT;
  for (let i = 0; i < fused.length; i++) {
    const { slot, row, total, prior, similarity, words: lexicalScore } = fused[i] as Fused;
    const to = i * SIGNAL_COUNT;
    const offered = traits.actionsOf(slot);
    const fit = actionFit(actions, offered);
    const naming = asked.named.size > 0 ? asked.named.get(slot) : undefined;
    matrix[to + AT.fused] = (total - prior) / mostTotal;
    matrix[to + AT.lexical] = lexicalScore / mostLexical;
    matrix[to + AT.lexicalShare] = lexicalScore / highest;
    matrix[to + AT.similarity] = asked.meaning ? similarity : NO_SIMILARITY;
    matrix[to + AT.similarityGap] = asked.meaning ? similarity - mostSimilarity : NO_SIMILARITY;
    matrix[to + AT.stepLexical] = candidates.stepLexical[row] as number;
    matrix[to + AT.stepSimilarity] = candidates.stepSimilarity[row] as number;
    measureWords(lexical.entryOf(slot), words, traits.nameWordsOf(slot), fit, matrix, to);
    mostCoverage = Math.max(mostCoverage, matrix[to + AT.coverage] as number);
    mostInName = Math.max(mostInName, matrix[to + AT.nameCoverage] as number);
    matrix[to + AT.action] = fit;
    matrix[to + AT.app] = apps.best === 0 ? 0 : appFit(apps, traits.serverIdOf(slot));
    matrix[to + AT.naming] = naming ? CERTAINTY[naming] : 0;
    matrix[to + AT.harm] = (offered & ACTION.delete) !== 0 && (actions & ACTION.delete) === 0 ? 1 : 0;
    matrix[to + AT.words] = words.count;
    matrix[to + AT.unknown] = words.unknown;
    matrix[to + AT.steps] = asked.steps ? 1 : 0;
    matrix[to + AT.verb] = actions === 0 ? 0 : 1;
  }
  clearChains(words);
  for (let to = 0; to < fused.length * SIGNAL_COUNT; to += SIGNAL_COUNT) {
    matrix[to + AT.coverageGap] = (matrix[to + AT.coverage] as number) - mostCoverage;
    matrix[to + AT.nameGap] = (matrix[to + AT.nameCoverage] as number) - mostInName;
  }
  return matrix;
}

/** Below 0 if the request names another server more surely. */
function appFit({ strengths, best: surest }: NamedApps, server: number): number {
  const own = strengths.get(server) ?? 0;
  return own > 0 && own >= surest - 0.3 ? own : own - surest;
}
