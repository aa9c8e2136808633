import { cut } from './safe-text.ts';
import { isTerminal, lineWidth, style } from './terminal.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** Takes the remaining width of the line; longer texts are truncated. */
  readonly fills?: true;
  readonly color?: (text: string, row: Row) => string;
}

/** Loaded for terminals only, to keep the start fast in a pipe. */
const Table = isTerminal ? (await import('cli-table3')).default : undefined;

/** Width of the space between columns and before the first. */
const GAP = 2;
const LEAST_FILL = 16;

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: ' ',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
};

/** On a terminal: aligned and colored. In a pipe: one row on each line, values separated by tabs, no headings. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (!Table) return rows.map((row) => columns.map(({ cell }) => cell(row)).join('\t')).join('\n');
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const widths = widthsOf(columns, cells);
  const drawn = new Table({
    chars: NO_LINES,
    head: columns.map(({ head }) => style.dim(head)),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    colWidths: [...widths],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1, compact: true },
  });
  for (const [index, row] of rows.entries()) {
    // Truncates before coloring: truncation of colored text would remove the escape code that ends the color.
    drawn.push(
      columns.map(({ color }, at) =>
        paint(cut(cells[index]?.[at] ?? '', (widths[at] ?? Number.POSITIVE_INFINITY) - GAP + 1), row, color),
      ),
    );
  }
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function paint<Row>(text: string, row: Row, color: Column<Row>['color']): string {
  return color && text !== '' ? color(text, row) : text;
}

function widthsOf<Row>(columns: readonly Column<Row>[], cells: readonly (readonly string[])[]): (number | null)[] {
  const needed = columns.map(
    ({ head }, at) => Math.max(head.length, ...cells.map((row) => row[at]?.length ?? 0)) + GAP,
  );
  const fixed = columns.reduce((sum, { fills }, at) => sum + (fills ? 0 : (needed[at] ?? 0)), 0);
  const left = lineWidth() - fixed - columns.length - 1;
  return columns.map(({ fills }, at) => (fills ? Math.max(LEAST_FILL, Math.min(left, needed[at] ?? 0)) : null));
}
