import type { DiffLine } from '@foldout/gateway/internal';

/** Unchanged lines around a change. */
const CONTEXT = 2;
/** Above this number of changed lines, all of them are shown as removed and added. */
const MAX_COMPARED = 600;

/** The lines of a text that changed, with the lines around them. `…` stands for lines that are left out. */
export function diffLines(before: string, after: string, mask: (line: string) => string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const middle = compared(a.slice(start, a.length - end), b.slice(start, b.length - end));
  if (middle.length === 0) return [];
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  const all = [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
  const near = (at: number): boolean =>
    all.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  const shown: DiffLine[] = [];
  for (const [at, line] of all.entries()) {
    if (near(at)) shown.push({ kind: line.kind, text: mask(line.text) });
    else if (shown.at(-1)?.text !== '…' && shown.length > 0) shown.push({ kind: 'same', text: '…' });
  }
  return shown.at(-1)?.text === '…' ? shown.slice(0, -1) : shown;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Longest common subsequence of two lists of lines. */
function compared(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length + b.length > MAX_COMPARED) {
    return [
      ...a.map((text): DiffLine => ({ kind: 'removed', text })),
      ...b.map((text): DiffLine => ({ kind: 'added', text })),
    ];
  }
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i++] as string });
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ kind: 'removed', text: a[i++] as string });
    else lines.push({ kind: 'added', text: b[j++] as string });
  }
  return lines;
}
