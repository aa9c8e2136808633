import { hashOf } from './content-hash.ts';
import { inSlices } from './in-slices.ts';
import type { FileRecord, Manifest } from './manifest.ts';
import type { TreeFolder } from './tree-folder.ts';
import type { TreeFile } from './tree-plan.ts';

/** The state of a planned file on disk: `edited` was generated and changed since, `foreign` was never generated. */
export type FileState = 'same' | 'missing' | 'stale' | 'edited' | 'foreign';

export interface ClassifiedFile {
  readonly path: string;
  readonly state: FileState;
  readonly hash: string;
  readonly inputHash?: string | undefined;
  /** The new text; empty if the file need not be written. */
  readonly text: string;
}

/** A generated file of a tool that was removed. */
export interface LeftoverFile {
  readonly path: string;
  readonly state: 'extra' | 'edited';
}

export interface ClassifyOptions {
  /** Generates and compares every text, instead of trusting the input hashes in the manifest. */
  readonly check?: boolean | undefined;
  /** Treats edited files as stale. */
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Compares the planned files with the files on disk. */
export function classifyFiles(
  folder: TreeFolder,
  files: readonly TreeFile[],
  before: Manifest,
  { check, overwrite, signal }: ClassifyOptions,
  onClassified: (file: ClassifiedFile) => void,
): Promise<ClassifiedFile[]> {
  // On a case-insensitive file system, a generated file may exist under a name in another case.
  const knownPaths = new Set([...before.keys()].map((path) => path.toLowerCase()));
  return inSlices(files, signal, async (file) => {
    const inputHash = file.inputHash?.();
    const record = before.get(file.path);
    const isKnown = knownPaths.has(file.path.toLowerCase());
    const unchanged =
      !check && inputHash !== undefined && record?.inputHash === inputHash && (await isAsWritten(folder, file, record));
    const classified = unchanged
      ? { path: file.path, state: 'same' as const, hash: record.hashes[0] ?? '', inputHash, text: '' }
      : { ...(await classifyText(folder, file, { isKnown, hashes: record?.hashes ?? [] }, overwrite)), inputHash };
    onClassified(classified);
    return classified;
  });
}

/** Whether the file still has the hash that was written last. */
async function isAsWritten(folder: TreeFolder, { path }: TreeFile, { hashes }: FileRecord): Promise<boolean> {
  const found = await folder.readBytes(path);
  return found !== undefined && hashes.length === 1 && hashes[0] === hashOf(found);
}

async function classifyText(
  folder: TreeFolder,
  file: TreeFile,
  known: Known,
  overwrite: boolean | undefined,
): Promise<Omit<ClassifiedFile, 'inputHash'>> {
  const text = file.text();
  const found = await stateOf(folder, file.path, text, known);
  const state = found === 'edited' && overwrite ? 'stale' : found;
  return { path: file.path, state, hash: hashOf(text), text: needsWriting({ state }) ? text : '' };
}

/** Classifies the files of removed tools. Skips paths without a regular file. */
export async function classifyLeftovers(
  folder: TreeFolder,
  leftovers: Manifest,
  { overwrite, signal }: ClassifyOptions,
): Promise<LeftoverFile[]> {
  const classified = await inSlices([...leftovers], signal, async ([path, { hashes }]): Promise<LeftoverFile[]> => {
    const found = await folder.read(path);
    if (found.kind === 'none' || found.kind === 'other') return [];
    const isOurs = overwrite || (found.kind === 'file' && hashes.includes(hashOf(found.text)));
    return [{ path, state: isOurs ? 'extra' : 'edited' }];
  });
  return classified.flat();
}

export function needsWriting({ state }: Pick<ClassifiedFile, 'state'>): boolean {
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
