import { table } from '../report.ts';

export interface Judged {
  readonly score: number;
  readonly right: boolean;
}

const BINS = 10;

/** Of the hits that were given a score in each tenth, how many were right. */
export function calibrationTable(hits: readonly Judged[]): string {
  const rows: string[][] = [];
  for (let bin = 0; bin < BINS; bin++) {
    const inside = hits.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    if (inside.length === 0) continue;
    const promised = inside.reduce((sum, { score }) => sum + score, 0) / inside.length;
    const right = inside.filter((hit) => hit.right).length / inside.length;
    rows.push([`${bin / BINS} to ${(bin + 1) / BINS}`, String(inside.length), promised.toFixed(2), right.toFixed(2)]);
  }
  return table(['score', 'hits', 'promised', 'right'], rows);
}

/** Mean distance between promised and right, weighted by how many hits a tenth has. */
export function calibrationError(hits: readonly Judged[]): number {
  let error = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const inside = hits.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    const promised = inside.reduce((sum, { score }) => sum + score, 0);
    error += Math.abs(promised - inside.filter(({ right }) => right).length);
  }
  return hits.length === 0 ? 0 : error / hits.length;
}
