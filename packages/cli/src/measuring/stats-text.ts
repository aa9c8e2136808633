import { count, duration, shareSaved, sparkline } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { type Column, table } from '../output/table.ts';
import { style } from '../output/terminal.ts';
import type { Stats } from './gather-stats.ts';

/** For a person, sections with headings; for a pipe, one line a figure, its section first. */
export function statsText(stats: Stats, terminal: boolean): string {
  const sections = terminal
    ? [headline(stats), ...tables(stats, terminal)]
    : [plainHeadline(stats), ...tables(stats, terminal)];
  return sections.filter((section) => section !== '').join(terminal ? '\n\n' : '\n');
}

function headline({ saved, savedByDay, callsByDay, days, searches }: Stats): string {
  const calls = callsByDay.reduce((sum, one) => sum + one.calls, 0);
  const errors = callsByDay.reduce((sum, one) => sum + one.errors, 0);
  const line = (label: string, value: string, bars: string, rest: string): string =>
    ` ${style.dim(label.padEnd(22))}${style.bold(value.padStart(12))}  ${style.green(bars)}  ${style.dim(rest)}`.trimEnd();
  return [
    line('tokens saved today', count(saved.today.saved), '', shareText(saved.today)),
    line(
      'tokens saved, 7 days',
      count(saved.week.saved),
      sparkline(savedByDay.map((one) => one.saved)),
      shareText(saved.week),
    ),
    line(`calls, ${days} days`, count(calls), sparkline(callsByDay.map((one) => one.calls)), `${count(errors)} failed`),
    line('searches', count(searches.made), '', `${count(searches.empty)} found nothing that fits`),
  ].join('\n');
}

function shareText({ listed, sent }: Stats['saved']['today']): string {
  return listed === 0 ? '' : `${shareSaved(listed, sent)} of ${count(listed)}`;
}

function plainHeadline({ saved, searches }: Stats): string {
  return [
    `saved\ttoday\t${count(saved.today.saved)}`,
    `saved\tweek\t${count(saved.week.saved)}`,
    `searches\tmade\t${count(searches.made)}`,
    `searches\tempty\t${count(searches.empty)}`,
  ].join('\n');
}

function tables({ clients, tools, slowest, searches }: Stats, terminal: boolean): string[] {
  return [
    section(
      'client',
      'Saved by client',
      clients,
      [
        { head: 'client', cell: ({ client }) => oneLine(client), color: style.bold },
        { head: 'would have cost', cell: ({ listed }) => count(listed), align: 'right' },
        { head: 'cost', cell: ({ sent }) => count(sent), align: 'right' },
        { head: 'saved', cell: ({ saved }) => count(saved), align: 'right', color: style.green },
      ],
      terminal,
    ),
    section(
      'tool',
      'Most used tools',
      tools,
      [
        { head: 'tool', cell: ({ tool }) => oneLine(tool), color: style.bold },
        { head: 'calls', cell: ({ calls }) => count(calls), align: 'right' },
        { head: 'failed', cell: ({ errors }) => count(errors), align: 'right', color: failedColor },
        { head: 'median', cell: ({ p50 }) => duration(p50), align: 'right' },
        { head: '95%', cell: ({ p95 }) => duration(p95), align: 'right' },
      ],
      terminal,
    ),
    section(
      'server',
      'Slowest servers',
      slowest,
      [
        { head: 'server', cell: ({ server }) => oneLine(server), color: style.bold },
        { head: 'calls', cell: ({ calls }) => count(calls), align: 'right' },
        { head: 'failed', cell: ({ errors }) => count(errors), align: 'right', color: failedColor },
        { head: 'median', cell: ({ p50 }) => duration(p50), align: 'right' },
        { head: '95%', cell: ({ p95 }) => duration(p95), align: 'right' },
        { head: '99%', cell: ({ p99 }) => duration(p99), align: 'right' },
      ],
      terminal,
    ),
    section(
      'empty-search',
      'Searches that found nothing',
      searches.emptyQueries,
      [
        { head: 'words', cell: ({ query }) => oneLine(query) },
        { head: 'times', cell: (row) => count(row.count), align: 'right' },
      ],
      terminal,
    ),
  ];
}

function section<Row>(
  name: string,
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  terminal: boolean,
): string {
  if (rows.length === 0) return '';
  if (terminal) return ` ${style.bold(title)}\n${table(columns, rows)}`;
  return table([{ head: '', cell: () => name }, ...columns], rows);
}

function failedColor(text: string): string {
  return text === '0' ? style.dim(text) : style.red(text);
}
