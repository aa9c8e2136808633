/** One measured figure. Every benchmark answers with a list of these and nothing else. */
export interface Row {
  /** What was measured, as `size/operation/variant`. */
  readonly case: string;
  readonly metric: string;
  /** Whose figure it is: a strategy, `foldout`, `bare-sdk`, a peer. */
  readonly subject: string;
  readonly value: number;
  readonly unit: string;
}

/** The one object that `--json` prints. */
export function toJson(bench: string, rows: readonly Row[]): string {
  return JSON.stringify({ bench, rows });
}

/** The rows as an aligned table, for a person. */
export function toTable(rows: readonly Row[]): string {
  const lines = [
    ['case', 'metric', 'subject', 'value', 'unit'],
    ...rows.map((row) => [row.case, row.metric, row.subject, formatValue(row.value), row.unit]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => column === 3;
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Lines up in columns: text to the left, numbers to the right. For tables of a benchmark's own. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...body].map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  return [head, ...body].map(line).join('\n');
}

export function printJson(bench: string, rows: readonly Row[]): void {
  process.stdout.write(`${toJson(bench, rows)}\n`);
}

/** Prints the answer: the only thing of a benchmark that goes to stdout. */
export function printReport(bench: string, rows: readonly Row[], json: boolean): void {
  if (json) printJson(bench, rows);
  else process.stdout.write(`${toTable(rows)}\n`);
}

/** Says what is going on, on stderr. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Counts are whole; a time keeps three significant digits, more would be noise. */
function formatValue(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
