import { table } from '../report.ts';

export interface Judged {
  readonly score: number;
  readonly right: boolean;
}

const BINS = 10;

/** For each tenth of the score range: the mean score, and the share of hits that were right. */
export function calibrationTable(hits: readonly Judged[]): string {
  const rows: string[][] = [];
  for (let bin = 0; bin < BINS; bin++) {
    const inside = hits.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    if (inside.length === 0) continue;
    const scored = inside.reduce((sum, { score }) => sum + score, 0) / inside.length;
    const right = inside.filter((hit) => hit.right).length / inside.length;
    rows.push([`${bin / BINS} to ${(bin + 1) / BINS}`, String(inside.length), scored.toFixed(2), right.toFixed(2)]);
  }
  return table(['score', 'hits', 'mean score', 'right'], rows);
}

/** Expected calibration error: the mean difference between score and share of right hits, weighted by hits. */
export function calibrationError(hits: readonly Judged[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const inside = hits.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    const scored = inside.reduce((sum, { score }) => sum + score, 0);
    error += Math.abs(scored - inside.filter(({ right }) => right).length);
  }
  return hits.length === 0 ? 0 : error / hits.length;
}
