import type { Row } from './report.ts';

/** A limit that the documents promise for some figures. */
export interface Target {
  readonly what: string;
  readonly applies: (row: Row) => boolean;
  /** `others`: the rows of the same case and metric with other subjects. */
  readonly met: (value: number, others: readonly Row[]) => boolean;
}

export interface Verdict {
  readonly holds: boolean;
  readonly text: string;
}

/** One verdict for each row that a target applies to. */
export function judgeRows(rows: readonly Row[], targets: readonly Target[]): Verdict[] {
  return targets.flatMap(({ what, applies, met }) =>
    rows.filter(applies).map((row) => {
      const others = rows.filter((other) => other.case === row.case && other.metric === row.metric && other !== row);
      const text = `${what}: ${row.value.toPrecision(4)} ${row.unit} (${row.case}, ${row.subject})`;
      return { holds: met(row.value, others), text };
    }),
  );
}
