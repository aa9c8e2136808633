import { formatValue, table } from '../report.ts';
import type { Ratio } from './rules.ts';

/** The stored figures of one benchmark, by key. */
export type Stored = Readonly<Record<string, number>>;

export type Verdict = 'same' | 'better' | 'worse' | 'new' | 'missing';

export interface Comparison {
  readonly bench: string;
  readonly key: string;
  readonly before?: number;
  readonly now?: number;
  readonly verdict: Verdict;
}

/** Every ratio beside its stored value. A stored ratio that was not measured is `missing`. */
export function compare(bench: string, ratios: readonly Ratio[], stored: Stored): Comparison[] {
  const measured = new Set(ratios.map(({ key }) => key));
  const missing = Object.keys(stored).filter((key) => !measured.has(key));
  return [
    ...ratios.map((ratio) => comparisonOf(bench, ratio, stored[ratio.key])),
    ...missing.map((key): Comparison => ({ bench, key, before: stored[key] as number, verdict: 'missing' })),
  ];
}

/** A missing ratio fails too: otherwise a change could hide its cost by no longer reporting it. */
export function isFailure({ verdict }: Comparison): boolean {
  return verdict === 'worse' || verdict === 'missing';
}

export function toComparisonTable(comparisons: readonly Comparison[]): string {
  const body = comparisons.map(({ bench, key, before, now, verdict }) => [
    bench,
    key,
    before === undefined ? '' : formatValue(before),
    now === undefined ? '' : formatValue(now),
    change(before, now),
    verdict === 'same' ? '' : verdict,
  ]);
  return table(['bench', 'case | metric | subject', 'before', 'now', 'change', ''], body, (column) =>
    [2, 3, 4].includes(column),
  );
}

function comparisonOf(bench: string, { key, value, rule }: Ratio, before: number | undefined): Comparison {
  if (before === undefined) return { bench, key, now: value, verdict: 'new' };
  const room = Math.abs(before) * rule.tolerance;
  const loss = rule.better === 'lower' ? value - before : before - value;
  // Written as a negation, so that a `NaN` ratio (a failed measurement) counts as worse.
  const verdict = !(loss <= room) ? 'worse' : loss < -room ? 'better' : 'same';
  return { bench, key, before, now: value, verdict };
}

function change(before: number | undefined, now: number | undefined): string {
  if (before === undefined || now === undefined || before === now) return '';
  if (before === 0) return `+${formatValue(now)}`;
  const percent = (100 * (now - before)) / Math.abs(before);
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}
