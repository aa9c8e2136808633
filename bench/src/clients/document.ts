import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { Problem } from '../problem.ts';
import { formatValue } from '../report.ts';
import type { LabRun } from './lab-run.ts';
import { timeText, toolsText } from './table.ts';

const PAGE = join(ROOT, 'docs/reference/clients.md');
const BEGIN = '<!-- lab: npm run bench -- clients --write -->';
const END = '<!-- /lab -->';
const HEAD = [
  'client',
  'state',
  'surface',
  'tools',
  'tokens',
  'first list, stdio',
  'first list, HTTP',
  'image',
  'steps',
];

/** Writes the measured table into the page. Returns the path of the page. */
export function writeDocument(runs: readonly LabRun[], titles: readonly string[], date: Date): string {
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), runs, titles, date));
  return PAGE;
}

/**
 * The page with a new table between its markers: one line for each client and state, clients in the order of `titles`.
 * The lines of clients and states that did not run stay.
 */
export function withTable(page: string, runs: readonly LabRun[], titles: readonly string[], date: Date): string {
  const [before, rest] = page.split(BEGIN);
  const [old, after] = rest?.split(END) ?? [];
  if (before === undefined || old === undefined || after === undefined) {
    throw new Problem(`docs/reference/clients.md has no markers. Add the lines '${BEGIN}' and '${END}'.`);
  }
  const lines = new Map(old.split('\n').flatMap(keyed));
  // What a connected client is shown does not differ from stdio.
  const measured = runs.filter(({ transport }) => transport !== 'connected');
  for (const line of newLines(measured, date).flatMap(keyed)) lines.set(...line);
  const order = ([key]: readonly [string, string]): number =>
    titles.findIndex((title) => key === `${title} cold` || key === `${title} warm`);
  const body = [...lines].sort((a, b) => order(a) - order(b) || a[0].localeCompare(b[0])).map(([, line]) => line);
  const table = [markdown(HEAD), markdown(HEAD.map(() => '---')), ...body].join('\n');
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
}

/** A line of the table under its client and state. Other lines have no key. */
function keyed(line: string): [string, string][] {
  const [, title, , state] = /^\| (.+?) (\S+), (?:\S+) \| (cold|warm) \|/.exec(line) ?? [];
  return title ? [[`${title} ${state}`, line]] : [];
}

function newLines(runs: readonly LabRun[], date: Date): string[] {
  const keys = [...new Set(runs.map(({ client, state }) => `${client} ${state}`))];
  return keys.map((key) =>
    line(
      runs.filter(({ client, state }) => `${client} ${state}` === key),
      date,
    ),
  );
}

/** One client in one state, over one transport or both. */
function line(runs: readonly LabRun[], date: Date): string {
  const [{ title, version, state, notRun } = runs[0] as LabRun] = runs;
  const start = [`${title} ${version}, ${date.toISOString().slice(0, 10)}`, state];
  if (notRun) return markdown([...start, '', '', '', '', '', '', `not run: ${notRun}`]);
  const listOver = (transport: string): string => {
    const run = runs.find((run) => run.transport === transport);
    return run ? timeText(run.firstList) : '';
  };
  return markdown([
    ...start,
    same(runs, ({ surface = '' }) => surface),
    same(runs, ({ seen }) => toolsText(seen)),
    same(runs, ({ seen }) => formatValue(seen?.tokens ?? 0)),
    listOver('stdio'),
    listOver('http'),
    same(runs, imageText),
    same(runs, stepsText),
  ]);
}

/** A value, or where the transports differ, the value of each. */
function same(runs: readonly LabRun[], value: (run: LabRun) => string): string {
  const values = runs.map(value);
  if (new Set(values).size === 1) return values[0] ?? '';
  return runs.map((run) => `${run.transport}: ${value(run)}`).join('; ');
}

function imageText({ steps = [] }: LabRun): string {
  const image = steps.find(({ step }) => step === 'image');
  return image?.arrived ? image.note : 'no';
}

function stepsText({ steps = [], toldToWait }: LabRun): string {
  const missed = steps.filter(({ arrived }) => !arrived).map(({ step }) => step);
  if (missed.length > 0) return `did not arrive: ${missed.join(', ')}`;
  return toldToWait ? 'all arrived, told to wait' : 'all arrived';
}

function markdown(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 160)).join(' | ')} |`;
}
