import type { Row } from '../report.ts';

interface Target {
  readonly what: string;
  readonly applies: (row: Row) => boolean;
  readonly met: (value: number) => boolean;
}

/** What was promised. A row that applies is judged; the process ends well either way, a busy machine is no failure. */
const TARGETS: readonly Target[] = [
  {
    what: 'afd-call costs at most 1.3 times a bare call',
    applies: (row) => /\/afd-call\//.test(row.case) && row.metric === 'ratio',
    met: (value) => value <= 1.3,
  },
  {
    what: 'afd-discover with a filter at 10,000 commands stays under 5 ms',
    applies: (row) => row.case.startsWith('10000/afd-discover/') && row.metric === 'ms' && row.subject === 'foldout',
    met: (value) => value < 5,
  },
];

export function judge(rows: readonly Row[]): string[] {
  return TARGETS.flatMap(({ what, applies, met }) =>
    rows.filter(applies).map((row) => {
      const verdict = met(row.value) ? 'PASS' : 'FAIL';
      return `${verdict}  ${what}: ${row.value.toPrecision(3)} ${row.unit} (${row.case})`;
    }),
  );
}
