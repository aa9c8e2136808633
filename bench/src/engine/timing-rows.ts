import type { Timing } from '../measure.ts';
import type { Row } from '../report.ts';

/** The median and the 95th percentile of each subject. */
export function timingRows(name: string, timings: readonly Timing[]): Row[] {
  return timings.flatMap(({ subject, medianMs, p95Ms }) => [
    { case: name, metric: 'ms', subject, value: medianMs, unit: 'ms' },
    { case: name, metric: 'p95-ms', subject, value: p95Ms, unit: 'ms' },
  ]);
}

/** How many times the baseline's median ours is. */
export function ratioRow(name: string, oursMs: number, baseline: string, baselineMs: number): Row {
  return { case: name, metric: 'ratio', subject: `foldout/${baseline}`, value: oursMs / baselineMs, unit: 'x' };
}

export function medianOf(timings: readonly Timing[], subject: string): number {
  return timings.find((timing) => timing.subject === subject)?.medianMs ?? Number.NaN;
}
