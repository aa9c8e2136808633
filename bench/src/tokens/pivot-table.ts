import { type Row, table } from '../report.ts';

/** A line for each case and a column for each subject of the first case; other subjects share the last column. */
export function toPivot(rows: readonly Row[]): string {
  const cases = [...new Set(rows.map((row) => row.case))];
  const first = rows.filter((row) => row.case === cases[0]).map((row) => row.subject);
  const body = cases.map((name) => {
    const own = rows.filter((row) => row.case === name);
    const others = own.filter((row) => !first.includes(row.subject));
    return [
      name,
      ...first.map((subject) => own.find((row) => row.subject === subject)?.value.toLocaleString('en-US') ?? ''),
      others.map(({ subject, value }) => `${subject} ${value.toLocaleString('en-US')}`).join(', '),
    ];
  });
  return table(['', ...first, 'own modes'], body, (column) => column > 0 && column <= first.length);
}
