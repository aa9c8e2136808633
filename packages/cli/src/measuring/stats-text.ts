import type { CallFigures, TokenFigures } from '@foldout/usage';
import { count, duration, shareSaved, sparkline } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { type Column, table } from '../output/table.ts';
import { style } from '../output/terminal.ts';
import type { Stats } from './gather-stats.ts';

/** On a terminal: sections with headings. In a pipe: one figure on each line, which begins with its section. */
export function statsText(stats: Stats, terminal: boolean): string {
  const sections = [terminal ? headline(stats) : plainHeadline(stats), ...tables(stats, terminal)];
  return sections.filter((section) => section !== '').join(terminal ? '\n\n' : '\n');
}

function headline({ saved, savedByDay, callsByDay, days, searches }: Stats): string {
  const calls = callsByDay.reduce((sum, day) => sum + day.calls, 0);
  const errors = callsByDay.reduce((sum, day) => sum + day.errors, 0);
  const line = (label: string, value: string, bars: string, rest: string): string =>
    ` ${style.dim(label.padEnd(22))}${style.bold(value.padStart(12))}  ${style.green(bars)}  ${style.dim(rest)}`.trimEnd();
  return [
    line('tokens saved today', savedText(saved.today), '', shareText(saved.today)),
    line(
      'tokens saved, 7 days',
      savedText(saved.week),
      sparkline(savedByDay.map((day) => day.saved)),
      shareText(saved.week),
    ),
    line(`calls, ${days} days`, count(calls), sparkline(callsByDay.map((day) => day.calls)), `${count(errors)} failed`),
    line('searches', count(searches.made), '', `${count(searches.empty)} without a good result`),
  ].join('\n');
}

function savedText({ saved }: TokenFigures): string {
  return saved < 0 ? 'none' : count(saved);
}

/** `94% of 120,000`, or in words how much more was sent. */
function shareText({ listed, sent, saved }: TokenFigures): string {
  if (saved < 0) return `${count(-saved)} more than the ${count(listed)} of all tools. ${WHY_NEGATIVE}`;
  return listed === 0 ? '' : `${shareSaved(listed, sent)} of ${count(listed)}`;
}

const WHY_NEGATIVE = 'The clients had few tools, or they defer tools by themselves.';

function plainHeadline({ saved, searches }: Stats): string {
  return [
    `saved\ttoday\t${count(saved.today.saved)}`,
    `saved\tweek\t${count(saved.week.saved)}`,
    `searches\tmade\t${count(searches.made)}`,
    `searches\tempty\t${count(searches.empty)}`,
  ].join('\n');
}

function tables({ clients, tools, slowest, searches }: Stats, terminal: boolean): string[] {
  const section = <Row>(name: string, title: string, rows: readonly Row[], ...columns: Column<Row>[]): string => {
    if (rows.length === 0) return '';
    if (terminal) return ` ${style.bold(title)}\n${table(columns, rows)}`;
    return table([{ head: '', cell: () => name }, ...columns], rows);
  };
  return [
    section(
      'client',
      'Saved by client',
      clients,
      { head: 'client', cell: ({ client }) => oneLine(client), color: style.bold },
      { head: 'tokens without Foldout', cell: ({ listed }) => count(listed), align: 'right' },
      { head: 'tokens with', cell: ({ sent }) => count(sent), align: 'right' },
      { head: 'saved', cell: savedText, align: 'right', color: style.green },
    ),
    section(
      'tool',
      'Most used tools',
      tools,
      { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
      ...CALL_COLUMNS,
    ),
    section(
      'server',
      'Slowest servers',
      slowest,
      { head: 'server', cell: ({ server }) => oneLine(server), color: style.bold },
      ...CALL_COLUMNS,
      { head: '99%', cell: ({ p99 }) => duration(p99), align: 'right' },
    ),
    section(
      'empty-search',
      'Searches without a good result',
      searches.emptyQueries,
      { head: 'words', cell: ({ query }) => oneLine(query) },
      { head: 'times', cell: (row) => count(row.count), align: 'right' },
    ),
  ];
}

const CALL_COLUMNS: readonly Column<CallFigures>[] = [
  { head: 'calls', cell: ({ calls }) => count(calls), align: 'right' },
  { head: 'failed', cell: ({ errors }) => count(errors), align: 'right', color: failedColor },
  { head: 'median', cell: ({ p50 }) => duration(p50), align: 'right' },
  { head: '95%', cell: ({ p95 }) => duration(p95), align: 'right' },
];

function failedColor(text: string): string {
  return text === '0' ? style.dim(text) : style.red(text);
}
