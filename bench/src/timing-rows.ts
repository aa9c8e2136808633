import type { Timing } from './measure.ts';
import { type Row, row } from './report.ts';

/** The median and the 95th percentile of each subject. */
export function timingRows(name: string, timings: readonly Timing[]): Row[] {
  return timings.flatMap(({ subject, medianMs, p95Ms }) => [
    row(name, 'ms', subject, medianMs, 'ms'),
    row(name, 'p95-ms', subject, p95Ms, 'ms'),
  ]);
}

/** Foldout's median divided by the baseline's. */
export function ratioRow(name: string, oursMs: number, baseline: string, baselineMs: number): Row {
  return row(name, 'ratio', `foldout/${baseline}`, oursMs / baselineMs, 'x');
}

export function medianOf(timings: readonly Timing[], subject: string): number {
  return timings.find((timing) => timing.subject === subject)?.medianMs ?? Number.NaN;
}
