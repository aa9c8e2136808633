import type { Row } from '../report.ts';

const START = '<!-- strategies:start -->';
const END = '<!-- strategies:end -->';
const NAMES: Readonly<Record<string, string>> = { listed: 'listed', task: 'find and call two' };

/** The rows as the table that the README shows: a column per size, a line per strategy. */
export function toMarkdown(rows: readonly Row[]): string {
  const sizes = [...new Set(rows.map((row) => row.case))];
  const subjects = [...new Set(rows.map((row) => row.subject))];
  const metrics = [...new Set(rows.map((row) => row.metric))];
  const heads = sizes.map((size) => `${Number(size).toLocaleString('en-US')} commands`);
  const lines = metrics.flatMap((metric) =>
    subjects.map((subject) => [
      `\`${subject}\`, ${NAMES[metric] ?? metric}`,
      ...sizes.map((size) => figureOf(rows, size, metric, subject)),
    ]),
  );
  return [['tokens (`o200k_base`)', ...heads], ['---', ...sizes.map(() => '---:')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The page with the table between its markers; undefined where it has no markers. */
export function embed(page: string, table: string): string | undefined {
  const start = page.indexOf(START);
  const end = page.indexOf(END, start);
  if (start === -1 || end === -1) return undefined;
  return `${page.slice(0, start + START.length)}\n\n${table}\n\n${page.slice(end)}`;
}

/** The page with the figures of the largest size in its opening sentence: "With 5,000 commands that is …". */
export function withHeadline(page: string, rows: readonly Row[]): string {
  const size = rows.at(-1)?.case ?? '';
  const listed = (subject: string): string => figureOf(rows, size, 'listed', subject);
  return page.replace(
    /With [\d,]+ commands that is [\d,]+ tokens;(\s+)behind Foldout it is [\d,]+,/,
    (_old, space: string) =>
      `With ${Number(size).toLocaleString('en-US')} commands that is ${listed('individual')} tokens;${space}behind Foldout it is ${listed('lazy')},`,
  );
}

function figureOf(rows: readonly Row[], size: string, metric: string, subject: string): string {
  const found = rows.find((row) => row.case === size && row.metric === metric && row.subject === subject);
  return found?.value.toLocaleString('en-US') ?? '';
}
