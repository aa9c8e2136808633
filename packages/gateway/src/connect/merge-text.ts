import { diffLines } from 'diff';

/** A file that was rewritten as a whole is not compared for longer than this. */
const TIMEOUT_MS = 2_000;

/** Lines `start` to `end` of a text, replaced by `lines`. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: string;
}

/**
 * Takes `edited` back to before Foldout's changes, line by line: what leads from `connected` back to `before`, applied to the
 * text in which the user has edited other lines. Undefined: the user has edited the same lines.
 */
export function mergeText(connected: string, before: string, edited: string): string | undefined {
  const ours = changes(connected, before);
  const theirs = changes(connected, edited);
  if (!ours || !theirs) return undefined;
  if (ours.some((one) => theirs.some((other) => overlap(one, other)))) return undefined;
  // At the same place, a line that Foldout took out stands before one that the user added there.
  const all = [...ours, ...theirs].sort((a, b) => a.start - b.start || a.end - b.end);
  const lines = connected.split(/(?<=\n)/);
  let merged = '';
  let at = 0;
  for (const change of all) {
    merged += lines.slice(at, change.start).join('') + change.lines;
    at = change.end;
  }
  return merged + lines.slice(at).join('');
}

function changes(from: string, to: string): Change[] | undefined {
  const compared = diffLines(from, to, { timeout: TIMEOUT_MS });
  if (!compared) return undefined;
  const found: Change[] = [];
  let at = 0;
  for (const { added, removed, count, value } of compared) {
    const last = found.at(-1);
    const follows = last !== undefined && last.end === at;
    if (removed) {
      if (follows) found[found.length - 1] = { ...last, end: at + count };
      else found.push({ start: at, end: at + count, lines: '' });
      at += count;
    } else if (added) {
      if (follows) found[found.length - 1] = { ...last, lines: last.lines + value };
      else found.push({ start: at, end: at, lines: value });
    } else at += count;
  }
  return found;
}

/** Two insertions at the same place do not overlap. */
function overlap(one: Change, other: Change): boolean {
  return one.start < other.end && other.start < one.end;
}
