import type { Tool } from '@foldout/core';
import { folderName } from '../names/identifiers.ts';
import { nameTools } from '../names/named-tools.ts';
import { inSlices } from './in-slices.ts';
import { type JudgedFile, judgeFiles, judgeLeft, type LeftFile, needsWriting } from './judge-files.ts';
import { type FileRecord, type Manifest, manifestText, parseManifest, RECORDS_PATH } from './manifest.ts';
import { recordsFile } from './tool-records.ts';
import { OWN_FOLDER, TreeFolder } from './tree-folder.ts';
import { filesOf } from './tree-plan.ts';
import { reportOf, type TreeReport } from './tree-report.ts';

const MANIFEST_PATH = `${OWN_FOLDER}/manifest.json`;

export interface GenerateTreeOptions {
  /** The folder the tree lies in. Made where it is missing. */
  readonly root: string;
  /** Writes nothing and only says what would change. */
  readonly check?: boolean;
  /** Also rewrites generated files that somebody has edited. Files of other people are never touched. */
  readonly overwrite?: boolean;
  /** Servers whose tools nobody knows at the moment: what was written for them stays as it is. */
  readonly unknownServers?: readonly string[];
  readonly onProgress?: (progress: TreeProgress) => void;
  readonly signal?: AbortSignal;
}

export interface TreeProgress {
  readonly done: number;
  readonly total: number;
}

/** Writes every tool as a TypeScript file, touching only what changed; or, with `check`, says what would be touched. */
export async function generateTree(tools: Iterable<Tool>, options: GenerateTreeOptions): Promise<TreeReport> {
  const { check = false, signal } = options;
  const servers = nameTools(tools);
  const files = filesOf(servers);
  const folder = await TreeFolder.open(options.root, !check);
  const before = parseManifest(await ownText(folder, MANIFEST_PATH));
  const progress = countUp(files.length, options.onProgress);
  const judged = await judgeFiles(folder, files, before, options, (file) => {
    if (check || !needsWriting(file)) progress();
  });
  const planned = new Set([RECORDS_PATH, ...files.map(({ path }) => path)]);
  const unplanned = [...before].filter(([path]) => !planned.has(path));
  const isOfUnknown = ofServers(options.unknownServers ?? []);
  const left = await judgeLeft(folder, new Map(unplanned.filter(([path]) => !isOfUnknown(path))), options);
  // Nobody else has a file there: whatever it holds, it is ours.
  const records = recordsFile(servers, files);
  const judgedRecords = await judgeFiles(folder, [records], before, { check }, () => {});
  const recordsDiffer = judgedRecords.some(({ state }) => state !== 'same');
  const report = reportOf(judged, left, recordsDiffer);
  if (!check) {
    const own = judgedRecords.map((file) => ({ ...file, state: 'same' as const }));
    const untouched = unplanned.filter(([path]) => isOfUnknown(path));
    await writeFiles(folder, { before, judged: [...judged, ...own], left, untouched, progress, signal });
    if (recordsDiffer) await folder.write(RECORDS_PATH, records.text());
  }
  return { ...report, servers: servers.length, tools: servers.reduce((sum, { tools }) => sum + tools.length, 0) };
}

interface Writing {
  readonly before: Manifest;
  readonly judged: readonly JudgedFile[];
  readonly left: readonly LeftFile[];
  readonly untouched: Iterable<[string, FileRecord]>;
  readonly progress: () => void;
  readonly signal: AbortSignal | undefined;
}

async function writeFiles(
  folder: TreeFolder,
  { before, judged, left, untouched, progress, signal }: Writing,
): Promise<void> {
  const toWrite = judged.filter(needsWriting);
  const extra = left.filter(({ state }) => state === 'extra').map(({ path }) => path);
  const edited = left.filter(({ state }) => state === 'edited');
  const after = new Map([...untouched, ...manifestAfter(before, [...judged, ...edited])]);
  const changes = toWrite.length > 0 || extra.length > 0;
  if (changes) {
    await folder.tidy();
    // First both what was and what will be: whatever a crash leaves behind is then known to be ours.
    await folder.write(MANIFEST_PATH, manifestText(merged(before, after)));
    // Before anything is written: where case does not count, a new file may have an old one's name.
    await inSlices(extra, signal, (path) => folder.remove(path));
    await inSlices(toWrite, signal, async ({ path, text }) => {
      await folder.write(path, text);
      progress();
    });
  }
  const text = manifestText(after);
  if (changes || text !== manifestText(before)) await folder.write(MANIFEST_PATH, text);
}

/** Tells which paths lie in the folders that these servers have, however they are written. */
function ofServers(servers: readonly string[]): (path: string) => boolean {
  const folders = new Set(servers.map((server) => folderName(server).toLowerCase()));
  return (path) => path.startsWith('servers/') && folders.has((path.split('/')[1] ?? '').toLowerCase());
}

/** An edited file stays known for what it was, so that it is ours again once the edit is taken back. */
function manifestAfter(before: Manifest, judged: readonly (JudgedFile | LeftFile)[]): Manifest {
  const after = new Map<string, FileRecord>();
  for (const file of judged) {
    if (file.state === 'edited') after.set(file.path, before.get(file.path) ?? { hashes: [] });
    else if ('hash' in file && file.state !== 'foreign') after.set(file.path, { hashes: [file.hash], mark: file.mark });
  }
  return after;
}

function merged(before: Manifest, after: Manifest): Manifest {
  const both = new Map(before);
  for (const [path, { hashes }] of after) {
    both.set(path, { hashes: [...new Set([...(before.get(path)?.hashes ?? []), ...hashes])] });
  }
  return both;
}

async function ownText(folder: TreeFolder, path: string): Promise<string | undefined> {
  const found = await folder.read(path);
  return found.kind === 'file' ? found.text : undefined;
}

function countUp(total: number, onProgress: GenerateTreeOptions['onProgress']): () => void {
  let done = 0;
  return () => {
    done += 1;
    onProgress?.({ done, total });
  };
}
