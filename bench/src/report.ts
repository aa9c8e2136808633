export interface Row {
  readonly case: string;
  readonly metric: string;
  readonly subject: string;
  readonly value: number;
  readonly unit: string;
}

/** stdout carries the result and nothing else, so that a program can read it. */
export function printJson(bench: string, rows: readonly Row[]): void {
  process.stdout.write(`${JSON.stringify({ bench, rows })}\n`);
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Lines up in columns: text to the left, numbers to the right. */
export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...body].map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  return [head, ...body].map(line).join('\n');
}
