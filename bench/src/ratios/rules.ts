import type { Row } from '../report.ts';

/** Selects rows of a benchmark and says how much worse they may become. */
export interface RatioRule {
  readonly metric: string;
  /** Default: all subjects. */
  readonly subject?: string | RegExp;
  /** Default: all cases. */
  readonly case?: RegExp;
  /** Denominator of the ratio: this row of the same case. Without `over`, the value itself is the ratio. */
  readonly over?: { readonly metric?: string; readonly subject: string };
  readonly better: 'lower' | 'higher';
  /** Share of the stored value by which a ratio may get worse. Covers the noise between runs of the same code. */
  readonly tolerance: number;
}

export interface Ratio {
  /** `case | metric | subject`: the key in `ratios.json`. */
  readonly key: string;
  readonly value: number;
  readonly rule: RatioRule;
}

/** No tolerance: token counts and results of a seeded search are the same on every machine. */
export const EXACT = 0;
/** Tolerance for search quality: sums of floating-point numbers may differ in the last digits between Node versions. */
export const QUALITY = 0.005;

export function ratiosOf(rows: readonly Row[], rules: readonly RatioRule[]): Ratio[] {
  return rules.flatMap((rule) =>
    rows
      .filter((row) => matches(row, rule))
      .map((row) => ({ key: keyOf(row, rule), value: ratioOf(row, rule, rows), rule })),
  );
}

function matches(row: Row, { metric, subject, case: name }: RatioRule): boolean {
  if (row.metric !== metric || (name && !name.test(row.case))) return false;
  if (subject === undefined) return true;
  return typeof subject === 'string' ? row.subject === subject : subject.test(row.subject);
}

function ratioOf(row: Row, { over }: RatioRule, rows: readonly Row[]): number {
  if (!over) return row.value;
  const { metric = row.metric, subject } = over;
  const below = rows.find((other) => other.case === row.case && other.metric === metric && other.subject === subject);
  return row.value / (below?.value ?? Number.NaN);
}

function keyOf(row: Row, { over }: RatioRule): string {
  if (!over) return `${row.case} | ${row.metric} | ${row.subject}`;
  const metric = over.metric === undefined ? row.metric : `${row.metric}/${over.metric}`;
  return `${row.case} | ${metric} | ${row.subject}/${over.subject}`;
}
