import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditLine, FIRST_PREV, isIntact } from './audit-line.ts';

export const AUDIT_ENDING = '.audit.jsonl';

export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

interface AuditProblem {
  readonly file: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly problem: string;
}

export interface AuditFile {
  readonly file: string;
  readonly lines: readonly AuditLine[];
  /** A line that is no JSON, by number. The last line may be one that a crash has cut off. */
  readonly damaged: readonly number[];
  readonly cutOff: boolean;
}

export function auditFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(AUDIT_ENDING))
      .sort();
  } catch {
    return [];
  }
}

export function readAudit(folder: string, file: string): AuditFile {
  return parseAudit(file, readFileSync(join(folder, file), 'utf8'));
}

/** The lines of one log. Each ends with a newline. */
export function parseAudit(file: string, text: string): AuditFile {
  const texts = text.split('\n');
  const cutOff = texts.pop() !== '';
  const parsed = texts.map(lineIn);
  const damaged = parsed.flatMap((line, i) => (line ? [] : [i + 1]));
  return { file, lines: parsed.filter((line) => line !== undefined), damaged, cutOff };
}

/** The last line of every file but `except`. */
export function headsIn(folder: string, except: string): Record<string, AuditHead> {
  const others = auditFiles(folder).filter((file) => file !== except);
  return Object.fromEntries(
    others.flatMap((file) => {
      const last = readAudit(folder, file).lines.at(-1);
      return last ? [[file, { seq: last.seq, hash: last.hash }]] : [];
    }),
  );
}

export interface VerifiedAudit {
  readonly files: number;
  readonly lines: number;
  readonly problems: readonly AuditProblem[];
  /** Calls that changed something and have no end: the process was killed, or they still run. */
  readonly unfinished: readonly string[];
}

/** Compares every line with its hash and with the line before, and every file with what later files say of it. */
export function verifyAudit(folder: string): VerifiedAudit {
  return verifyFiles(auditFiles(folder).map((file) => readAudit(folder, file)));
}

export function verifyFiles(files: readonly AuditFile[]): VerifiedAudit {
  const problems = [...files.flatMap(chainProblems), ...missingParts(files)];
  const all = files.flatMap(({ lines }) => lines);
  const ended = new Set(all.flatMap((line) => (line.op === 'end' ? [line.call] : [])));
  const unfinished = all.flatMap((line) => (line.op === 'start' && !ended.has(line.call) ? [line.call] : []));
  return { files: files.length, lines: all.length, problems, unfinished };
}

function chainProblems({ file, lines, damaged }: AuditFile): AuditProblem[] {
  const problems: AuditProblem[] = damaged.map((line) => ({ file, line, problem: 'is no audit line' }));
  let prev = FIRST_PREV;
  for (const [i, line] of lines.entries()) {
    const at = { file, line: i + 1 };
    if (!isIntact(line)) problems.push({ ...at, problem: 'was changed: its hash does not fit' });
    else if (line.prev !== prev || line.seq !== i) {
      problems.push({ ...at, problem: 'does not follow the line before: lines were added, removed or moved' });
    }
    prev = line.hash;
  }
  return problems;
}

/** A file, or the end of a file, that a later file has seen and that is gone. */
function missingParts(files: readonly AuditFile[]): AuditProblem[] {
  const removed = removedIn(files);
  const problems = files.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line.op !== 'open'
        ? []
        : Object.entries(line.others).flatMap(([file, { seq, hash }]): AuditProblem[] => {
            const known = files.find((one) => one.file === file);
            const gone = removed.get(file);
            if (gone && gone.seq >= seq) return [];
            if (!known) return [{ file, problem: 'is missing: a later file names it' }];
            return known.lines[seq]?.hash === hash
              ? []
              : [{ file, problem: `has no line ${seq + 1} that a later file names` }];
          }),
    ),
  );
  return [...new Map(problems.map((one) => [`${one.file} ${one.problem}`, one])).values()];
}

/** Files that were removed because of their age: a line says so. */
export function removedIn(files: readonly AuditFile[]): ReadonlyMap<string, AuditHead> {
  const removals = files.flatMap(({ lines }) => lines.flatMap((line) => (line.op === 'removed' ? [line.files] : [])));
  return new Map(removals.flatMap((one) => Object.entries(one)));
}

function lineIn(text: string): AuditLine | undefined {
  try {
    const line = JSON.parse(text) as AuditLine;
    return typeof line.hash === 'string' && typeof line.prev === 'string' ? line : undefined;
  } catch {
    return undefined;
  }
}
