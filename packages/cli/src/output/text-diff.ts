import { structuredPatch } from 'diff';
import { safeLines } from './safe-text.ts';
import { style } from './terminal.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 1;

/** The change of a text, with its secrets masked. Empty if nothing changes. */
export function textDiff(
  title: string,
  before: string,
  after: string,
  mask: (text: string) => string = (text) => text,
): string {
  const { hunks } = structuredPatch(title, title, before, after, undefined, undefined, { context: CONTEXT });
  if (hunks.length === 0) return '';
  const lines = hunks.flatMap(({ oldStart, newStart, lines: changed }) => [
    style.cyan(`@@ line ${before === '' ? newStart : oldStart} @@`),
    ...mask(changed.filter((line) => !line.startsWith('\\')).join('\n'))
      .split('\n')
      .map((line) => colored(safeLines(line))),
  ]);
  return [style.bold(safeLines(title)), ...lines].join('\n');
}

function colored(line: string): string {
  if (line.startsWith('+')) return style.green(line);
  return line.startsWith('-') ? style.red(line) : style.dim(line);
}
