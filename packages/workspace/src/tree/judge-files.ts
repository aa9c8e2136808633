import { inSlices } from './in-slices.ts';
import { type FileRecord, hashOf, type Manifest } from './manifest.ts';
import type { TreeFolder } from './tree-folder.ts';
import type { TreeFile } from './tree-plan.ts';

/** How a planned file stands to what is on the disk. */
export type FileState = 'same' | 'missing' | 'stale' | 'edited' | 'foreign';

export interface JudgedFile {
  readonly path: string;
  readonly state: FileState;
  readonly hash: string;
  readonly mark?: string | undefined;
  /** Kept where it has to be written. */
  readonly text: string;
}

/** A file of ours that no tool asks for any more. */
export interface LeftFile {
  readonly path: string;
  readonly state: 'extra' | 'edited';
}

export interface JudgeOptions {
  /** Believes no record of what a text was made of: every text is made and compared. */
  readonly check?: boolean | undefined;
  /** Takes what was edited for merely old. */
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Compares what should be there with what is, and tells whose it is. */
export function judgeFiles(
  folder: TreeFolder,
  files: readonly TreeFile[],
  before: Manifest,
  { check, overwrite, signal }: JudgeOptions,
  onJudged: (file: JudgedFile) => void,
): Promise<JudgedFile[]> {
  // Where case does not count, a file of ours may be there under a name that is written otherwise.
  const inAnyCase = new Set([...before.keys()].map((path) => path.toLowerCase()));
  return inSlices(files, signal, async (file) => {
    const mark = file.mark?.();
    const record = before.get(file.path);
    const isKnown = inAnyCase.has(file.path.toLowerCase());
    const asWritten =
      !check && mark !== undefined && record?.mark === mark && (await isAsWritten(folder, file, record));
    const judged = asWritten
      ? { path: file.path, state: 'same' as const, hash: record.hashes[0] ?? '', mark, text: '' }
      : { ...(await judgeText(folder, file, { isKnown, hashes: record?.hashes ?? [] }, overwrite)), mark };
    onJudged(judged);
    return judged;
  });
}

/** The file holds what was written last. Its text need not be made to know that, only what it was made of. */
async function isAsWritten(folder: TreeFolder, { path }: TreeFile, { hashes }: FileRecord): Promise<boolean> {
  const found = await folder.readBytes(path);
  return found !== undefined && hashes.length === 1 && hashes[0] === hashOf(found);
}

async function judgeText(
  folder: TreeFolder,
  file: TreeFile,
  known: Known,
  overwrite: boolean | undefined,
): Promise<Omit<JudgedFile, 'mark'>> {
  const text = file.text();
  const found = await stateOf(folder, file.path, text, known);
  const state = found === 'edited' && overwrite ? 'stale' : found;
  return { path: file.path, state, hash: hashOf(text), text: needsWriting({ state }) ? text : '' };
}

/** What was written for tools that are gone. What is no longer there, or no file, is nobody's business. */
export async function judgeLeft(
  folder: TreeFolder,
  left: Manifest,
  { overwrite, signal }: JudgeOptions,
): Promise<LeftFile[]> {
  const judged = await inSlices([...left], signal, async ([path, { hashes }]): Promise<LeftFile[]> => {
    const found = await folder.read(path);
    if (found.kind === 'none' || found.kind === 'other') return [];
    const isOurs = overwrite || (found.kind === 'file' && hashes.includes(hashOf(found.text)));
    return [{ path, state: isOurs ? 'extra' : 'edited' }];
  });
  return judged.flat();
}

export function needsWriting({ state }: Pick<JudgedFile, 'state'>): boolean {
  return state === 'missing' || state === 'stale';
}

interface Known {
  readonly isKnown: boolean;
  readonly hashes: readonly string[];
}

async function stateOf(folder: TreeFolder, path: string, text: string, { isKnown, hashes }: Known): Promise<FileState> {
  const found = await folder.read(path);
  if (found.kind === 'none') return !isKnown && (await folder.has(path)) ? 'foreign' : 'missing';
  if (found.kind === 'other') return 'foreign';
  if (found.kind === 'file' && found.text === text) return 'same';
  if (found.kind === 'file' && hashes.includes(hashOf(found.text))) return 'stale';
  return hashes.length > 0 ? 'edited' : 'foreign';
}
