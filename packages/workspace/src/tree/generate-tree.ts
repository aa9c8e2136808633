import { setImmediate } from 'node:timers/promises';
import type { Tool } from '@foldout/core';
import { nameTools } from '../names/named-tools.ts';
import { hashOf, type Manifest, manifestText, parseManifest } from './manifest.ts';
import { CONFIG_PATH } from './runtime-file.ts';
import { RECORDS_PATH, recordsText } from './tool-records.ts';
import { OWN_FOLDER, TreeFolder } from './tree-folder.ts';
import { filesOf, type TreeFile } from './tree-plan.ts';

const MANIFEST_PATH = `${OWN_FOLDER}/manifest.json`;
const LARGEST_OWN_BYTES = 400_000_000;
/** How many files are read or written at a time. */
const AT_ONCE = 32;
/** After this many, others get a turn. */
const SLICE = 32;

export interface GenerateTreeOptions {
  /** The folder the tree lies in. Made where it is missing. */
  readonly root: string;
  /** Writes nothing and only says what would change. */
  readonly check?: boolean;
  /** Also rewrites generated files that somebody has edited. Files of other people are never touched. */
  readonly overwrite?: boolean;
  readonly onProgress?: (progress: TreeProgress) => void;
  readonly signal?: AbortSignal;
}

export interface TreeProgress {
  readonly done: number;
  readonly total: number;
}

/** A file that was left as it is, because it is not (or no longer) what the generator wrote. */
export interface KeptFile {
  readonly path: string;
  /** `edited`: written by the generator and changed since. `foreign`: never written by it. */
  readonly reason: 'edited' | 'foreign';
}

/** What differs from the tools, or did before it was written. */
export interface TreeReport {
  readonly servers: number;
  readonly tools: number;
  readonly files: number;
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Files of tools that are gone. */
  readonly extra: readonly string[];
  readonly kept: readonly KeptFile[];
  /** Nothing differs, or differed: what `--check` wants to hear. */
  readonly current: boolean;
}

type State = 'same' | 'missing' | 'stale' | KeptFile['reason'];

/** Writes every tool as a TypeScript file, touching only what changed; or, with `check`, says what would be touched. */
export async function generateTree(tools: Iterable<Tool>, options: GenerateTreeOptions): Promise<TreeReport> {
  const { check = false, signal } = options;
  const servers = nameTools(tools);
  const files = filesOf(servers);
  const folder = await TreeFolder.open(options.root, !check);
  const before = await manifestIn(folder);
  const progress = countUp(files.length, options.onProgress);
  const judged = await judge(folder, files, before, options, progress);
  const planned = new Set(files.map(({ path }) => path));
  const extra = await judgeExtra(folder, before, planned, options);
  const records = recordsText(servers);
  const recordsDiffer = (await textAt(folder, RECORDS_PATH)) !== records;
  const report = reportOf(judged, extra, recordsDiffer);
  if (!check) {
    await write(folder, { before, judged, extra: report.extra, progress, signal });
    if (recordsDiffer) await folder.write(RECORDS_PATH, records);
  }
  return { ...report, servers: servers.length, tools: servers.reduce((sum, { tools }) => sum + tools.length, 0) };
}

interface Judged {
  readonly path: string;
  readonly state: State;
  readonly text: string;
}

interface Extra {
  readonly path: string;
  readonly state: 'extra' | 'edited';
}

async function judge(
  folder: TreeFolder,
  files: readonly TreeFile[],
  before: Manifest,
  { check, overwrite, signal }: GenerateTreeOptions,
  progress: () => void,
): Promise<Judged[]> {
  // Where case does not count, a file of ours may be there under a name that is written otherwise.
  const inAnyCase = new Set([...before.keys()].map((path) => path.toLowerCase()));
  return inParallel(files, signal, async (file) => {
    const { path } = file;
    const text = file.text();
    const isKnown = inAnyCase.has(path.toLowerCase());
    const state = await stateOf(folder, path, text, { isKnown, hashes: before.get(path) ?? [] });
    const judged = { path, text, state: state === 'edited' && overwrite ? ('stale' as const) : state };
    if (check || !needsWriting(judged)) progress();
    return judged;
  });
}

interface Known {
  readonly isKnown: boolean;
  readonly hashes: readonly string[];
}

async function stateOf(folder: TreeFolder, path: string, text: string, { isKnown, hashes }: Known): Promise<State> {
  const found = await folder.read(path);
  if (found.kind === 'none') return !isKnown && (await folder.has(path)) ? 'foreign' : 'missing';
  if (found.kind === 'other') return 'foreign';
  if (found.kind === 'file' && found.text === text) return 'same';
  if (found.kind === 'file' && hashes.includes(hashOf(found.text))) return 'stale';
  return hashes.length > 0 ? 'edited' : 'foreign';
}

async function judgeExtra(
  folder: TreeFolder,
  before: Manifest,
  planned: ReadonlySet<string>,
  { overwrite, signal }: GenerateTreeOptions,
): Promise<Extra[]> {
  const gone = [...before].filter(([path]) => !planned.has(path));
  const judged = await inParallel(gone, signal, async ([path, hashes]) => {
    const found = await folder.read(path);
    if (found.kind === 'none' || found.kind === 'other') return [];
    const isOurs = overwrite || (found.kind === 'file' && hashes.includes(hashOf(found.text)));
    return [{ path, state: isOurs ? ('extra' as const) : ('edited' as const) }];
  });
  return judged.flat();
}

interface Writing {
  readonly before: Manifest;
  readonly judged: readonly Judged[];
  readonly extra: readonly string[];
  readonly progress: () => void;
  readonly signal: AbortSignal | undefined;
}

async function write(folder: TreeFolder, { before, judged, extra, progress, signal }: Writing): Promise<void> {
  const toWrite = judged.filter(needsWriting);
  const ours = judged.filter(({ state }) => state !== 'foreign' && state !== 'edited');
  const after = new Map(ours.map(({ path, text }) => [path, [hashOf(text)]]));
  // An edited file stays known for what it was, so that it is ours again once the edit is taken back.
  for (const { path, state } of judged) if (state === 'edited') after.set(path, [...(before.get(path) ?? [])]);
  if (toWrite.length > 0 || extra.length > 0) {
    await folder.tidy();
    // First both what was and what will be: whatever a crash leaves behind is then known to be ours.
    await folder.write(MANIFEST_PATH, manifestText(merged(before, after)));
    // Before anything is written: where case does not count, a new file may have an old one's name.
    await inParallel(extra, signal, (path) => folder.remove(path));
    await inParallel(toWrite, signal, async ({ path, text }) => {
      await folder.write(path, text);
      progress();
    });
  }
  const text = manifestText(after);
  if (toWrite.length > 0 || extra.length > 0 || text !== manifestText(before)) await folder.write(MANIFEST_PATH, text);
}

function merged(before: Manifest, after: Manifest): Manifest {
  const both = new Map(before);
  for (const [path, hashes] of after) both.set(path, [...new Set([...(before.get(path) ?? []), ...hashes])]);
  return both;
}

function needsWriting({ state }: Judged): boolean {
  return state === 'missing' || state === 'stale';
}

function reportOf(judged: readonly Judged[], extra: readonly Extra[], recordsDiffer: boolean) {
  const inState = (state: State): string[] => judged.filter((one) => one.state === state).map(({ path }) => path);
  const [missing, stale] = [inState('missing'), inState('stale')];
  const kept: KeptFile[] = [
    ...inState('edited').map((path) => ({ path, reason: 'edited' as const })),
    ...inState('foreign').map((path) => ({ path, reason: 'foreign' as const })),
    ...extra.filter(({ state }) => state === 'edited').map(({ path }) => ({ path, reason: 'edited' as const })),
  ];
  const gone = extra.filter(({ state }) => state === 'extra').map(({ path }) => path);
  // How scripts are compiled is for the people of the place to decide.
  const wrong = kept.filter(({ path }) => path !== CONFIG_PATH);
  const current = !recordsDiffer && [missing, stale, gone, wrong].every(({ length }) => length === 0);
  return { files: judged.length, missing, stale, extra: gone, kept, current };
}

async function manifestIn(folder: TreeFolder): Promise<Manifest> {
  return parseManifest(await textAt(folder, MANIFEST_PATH));
}

async function textAt(folder: TreeFolder, path: string): Promise<string | undefined> {
  // Both of these grow with the number of tools.
  const found = await folder.read(path, LARGEST_OWN_BYTES);
  return found.kind === 'file' ? found.text : undefined;
}

function countUp(total: number, onProgress: GenerateTreeOptions['onProgress']): () => void {
  let done = 0;
  return () => {
    done += 1;
    onProgress?.({ done, total });
  };
}

async function inParallel<T, R>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (index % SLICE === 0) await setImmediate();
      signal?.throwIfAborted();
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
