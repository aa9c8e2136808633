import type { Fused } from '../ranking.ts';
import { CONFIDENCE_BASE, CONFIDENCE_DEPTH, CONFIDENCE_PER_RANK, CONFIDENCE_TREES } from './confidence-model.ts';
import type { Ranked } from './rerank.ts';
import { SIGNAL_COUNT, SIGNALS } from './signal-list.ts';
import { fixedRows, parseTrees, scoreOfRow, type Trees } from './trees.ts';

/** What the calibration reads besides the signals of the hit: its lead over the next hit and over the fifth. */
export const CONFIDENCE_SIGNALS = [...SIGNALS, 'lead', 'leadOverFifth'] as const;

/** The lead of the only hit. */
const NO_RIVAL = 4;
const FIFTH = 4;
const row = new Float64Array(SIGNAL_COUNT + 2);
let trees: Trees | undefined;

/** Log-odds that the hit at `at` is right, judged as if it were the first. */
export function confidenceOdds(ranked: Ranked, at: number): number {
  trees ??= parseTrees(CONFIDENCE_DEPTH, CONFIDENCE_TREES);
  return CONFIDENCE_BASE + scoreOfRow(trees, fixedRows(confidenceRow(ranked, at), row.length), 0);
}

/** The row of `CONFIDENCE_SIGNALS`; valid until the next call. */
export function confidenceRow({ hits, signals }: Ranked, at: number): Float64Array {
  const hit = hits[at] as Fused;
  if (hit.signalsAt >= 0) row.set(signals.subarray(hit.signalsAt, hit.signalsAt + SIGNAL_COUNT));
  else row.fill(0);
  row[SIGNAL_COUNT] = leadOver(hits, hit, at + 1);
  row[SIGNAL_COUNT + 1] = leadOver(hits, hit, at + FIFTH);
  return row;
}

function leadOver(hits: readonly Fused[], hit: Fused, at: number): number {
  const other = hits[Math.min(at, hits.length - 1)] as Fused;
  return other === hit ? NO_RIVAL : Math.min(NO_RIVAL, hit.rank - other.rank);
}

/** From this distance of rank scores on, odds fall half as quickly: far behind a sure hit, distances say less. */
const FAR = 3;

/** The log-odds of a later hit: they fall with the rank score, and two hits of equal rank score have the same. */
export function laterOdds(first: number, gap: number): number {
  const distance = gap <= FAR ? Math.max(0, gap) : FAR + (gap - FAR) / 2;
  return first - CONFIDENCE_PER_RANK * distance;
}
