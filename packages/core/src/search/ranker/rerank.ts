import type { Candidates } from '../candidates.ts';
import type { LexicalIndex } from '../lexical/lexical-index.ts';
import type { Fused, Ranking } from '../ranking.ts';
import type { ToolTraits } from '../tool-traits.ts';
import { RANKING_DEPTH, RANKING_TREES } from './ranking-model.ts';
import { SIGNAL_COUNT } from './signal-list.ts';
import { type Asked, measureSignals } from './signals.ts';
import { fixedRows, parseTrees, scoreOfRow, type Trees } from './trees.ts';

/** The ranker orders this many of the best fused candidates. The others follow in the order of fusion. */
export const RERANKED = 16;
/** Weight of the fused score in the ranker's score: the trees were trained to correct it. */
export const FUSED_WEIGHT = 6;

/** Candidates in their final order, best first, and the signals of those that the ranker ordered. */
export interface Ranked {
  readonly hits: readonly Fused[];
  /** Valid until the next search. */
  readonly signals: Float64Array;
}

let trees: Trees | undefined;

/** Orders the best fused candidates by the learned ranker. Sets their `rank` and `signalsAt`. */
export function rerank(
  indexes: { readonly lexical: LexicalIndex; readonly traits: ToolTraits },
  candidates: Candidates,
  { fused }: Ranking,
  asked: Asked,
): Ranked {
  trees ??= parseTrees(RANKING_DEPTH, RANKING_TREES);
  const head: Fused[] = [];
  const rest: Fused[] = [];
  for (const one of fused) (head.length < RERANKED || asked.named.has(one.slot) ? head : rest).push(one);
  const signals = measureSignals(indexes, candidates, head, asked);
  const rows = fixedRows(signals, head.length * SIGNAL_COUNT);
  const most = Math.max(1e-6, head[0]?.total ?? 0);
  for (let i = 0; i < head.length; i++) {
    const one = head[i] as Fused;
    one.signalsAt = i * SIGNAL_COUNT;
    one.rank = (FUSED_WEIGHT * one.total) / most + scoreOfRow(trees, rows, one.signalsAt);
  }
  head.sort(byRank);
  const lowest = head.at(-1);
  for (const one of rest) {
    if (lowest) one.rank = lowest.rank - (FUSED_WEIGHT * Math.max(0, lowest.total - one.total)) / most;
    head.push(one);
  }
  return { hits: head, signals };
}

function byRank(a: Fused, b: Fused): number {
  return b.rank - a.rank || b.total - a.total || a.slot - b.slot;
}
