import { cut } from './safe-text.ts';
import { isTerminal, lineWidth, style } from './terminal.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** Takes what the line has left, and is cut where that is not enough. */
  readonly fills?: true;
  readonly color?: (text: string, row: Row) => string;
}

/** Only a person is drawn a table; a pipe need not wait until the drawing is loaded. */
const Table = isTerminal ? (await import('cli-table3')).default : undefined;

/** What stands between two columns, and at the left of all. */
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

/** Aligned and coloured for a person; for a pipe, values between tabs, a line each, without headings. */
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
    // Cut before it is painted: a colour that is cut off would run on.
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
