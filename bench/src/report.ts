import type { Report } from './benchmark.ts';

/** One measured figure. Every benchmark returns a list of these. */
export interface Row {
  /** The situation, as `size/operation/variant`. */
  readonly case: string;
  readonly metric: string;
  /** The program or strategy that was measured: `foldout`, `lazy`, `bare-sdk`, a peer. */
  readonly subject: string;
  readonly value: number;
  readonly unit: string;
}

export function row(name: string, metric: string, subject: string, value: number, unit: string): Row {
  return { case: name, metric, subject, value, unit };
}

/** The object that `--json` prints. */
export function toJson(bench: string, rows: readonly Row[]): string {
  return JSON.stringify({ bench, rows });
}

/** The rows as an aligned table, for a person. */
export function toTable(rows: readonly Row[]): string {
  const body = rows.map(({ case: name, metric, subject, value, unit }) => [
    name,
    metric,
    subject,
    formatValue(value),
    unit,
  ]);
  return table(['case', 'metric', 'subject', 'value', 'unit'], body, (column) => column === 3);
}

/** Aligns columns. Number columns are right-aligned; by default, all columns except the first. */
export function table(
  head: readonly string[],
  body: readonly (readonly string[])[],
  isNumber: (column: number) => boolean = (column) => column > 0,
): string {
  const lines = [head, ...body];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const align = (cell: string, column: number): string =>
    isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(align).join('  ').trimEnd()).join('\n');
}

/** Prints the result. Nothing else of a benchmark goes to stdout. */
export function printReport(bench: string, { rows, text }: Report, json: boolean): void {
  process.stdout.write(`${json ? toJson(bench, rows) : (text ?? toTable(rows))}\n`);
}

/** Prints progress and remarks to stderr. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** The message of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Counts are whole; a time keeps three significant digits, because more would be noise. */
export function formatValue(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
