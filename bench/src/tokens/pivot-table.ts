import type { Row } from '../report.ts';

/** One line for each case, one column for each subject that all cases have; the others in a last column. */
export function toPivot(rows: readonly Row[]): string {
  const cases = [...new Set(rows.map((row) => row.case))];
  const first = rows.filter((row) => row.case === cases[0]).map((row) => row.subject);
  const lines = [
    ['', ...first, 'own modes'],
    ...cases.map((name) => {
      const own = rows.filter((row) => row.case === name);
      const others = own.filter((row) => !first.includes(row.subject));
      return [
        name,
        ...first.map((subject) => own.find((row) => row.subject === subject)?.value.toLocaleString('en-US') ?? ''),
        others.map(({ subject, value }) => `${subject} ${value.toLocaleString('en-US')}`).join(', '),
      ];
    }),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const isText = (column: number): boolean => column === 0 || column === first.length + 1;
  return lines
    .map((line) =>
      line
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
