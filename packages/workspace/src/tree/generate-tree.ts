import { folderName, pythonName } from '../names/identifiers.ts';
import { nameTools, type TreeTool } from '../names/named-tools.ts';
import {
  type ClassifiedFile,
  classifyFiles,
  classifyLeftovers,
  type LeftoverFile,
  needsWriting,
} from './classify-files.ts';
import { inSlices } from './in-slices.ts';
import {
  type FileRecord,
  type Manifest,
  manifestText,
  PYTHON_FOLDER,
  parseManifest,
  RECORDS_PATH,
} from './manifest.ts';
import { pythonFiles } from './python/python-files.ts';
import { recordsFile } from './tool-records.ts';
import { OWN_FOLDER, TreeFolder } from './tree-folder.ts';
import { filesOf, type TreeFile } from './tree-plan.ts';
import { reportOf, type TreeReport } from './tree-report.ts';

const MANIFEST_PATH = `${OWN_FOLDER}/manifest.json`;

export interface GenerateTreeOptions {
  /** The folder of the tree. Created if missing. */
  readonly root: string;
  /** Reports what would change, without writing. */
  readonly check?: boolean;
  /** Also rewrites generated files that were edited. Foreign files are never changed. */
  readonly overwrite?: boolean;
  /** Servers whose tools are not known at the moment, for example because they are offline. Their files stay unchanged. */
  readonly unknownServers?: readonly string[];
  /** Also writes the tools as Python modules, to the folder `python`. Default: if the tree already has them. */
  readonly python?: boolean;
  /** Saved functions, written to the folder `functions`. */
  readonly functions?: readonly TreeFile[];
  /** Server → what it says about its tools as a whole, for the comment in its `index.ts`. */
  readonly instructions?: ReadonlyMap<string, string>;
  readonly onProgress?: (progress: TreeProgress) => void;
  readonly signal?: AbortSignal;
}

export interface TreeProgress {
  readonly done: number;
  readonly total: number;
}

/** Writes every tool as a TypeScript file. Changes only files that differ; with `check`, only reports them. */
export async function generateTree(tools: Iterable<TreeTool>, options: GenerateTreeOptions): Promise<TreeReport> {
  const { check = false, signal } = options;
  const servers = nameTools(tools, options.instructions);
  const folder = await TreeFolder.open(options.root, !check);
  const before = parseManifest(await ownText(folder, MANIFEST_PATH));
  const hasPython = options.python ?? [...before.keys()].some((path) => path.startsWith(`${PYTHON_FOLDER}/`));
  const files = [...filesOf(servers), ...(hasPython ? pythonFiles(servers) : []), ...(options.functions ?? [])];
  const progress = progressCounter(files.length, options.onProgress);
  const classified = await classifyFiles(folder, files, before, options, (file) => {
    if (check || !needsWriting(file)) progress();
  });
  const planned = new Set([RECORDS_PATH, ...files.map(({ path }) => path)]);
  const unplanned = [...before].filter(([path]) => !planned.has(path));
  const isOfUnknown = ofServers(options.unknownServers ?? []);
  const leftovers = await classifyLeftovers(folder, new Map(unplanned.filter(([path]) => !isOfUnknown(path))), options);
  // The records file is in the generator's own folder, so it is overwritten even if a user edited it.
  const records = recordsFile(servers, files);
  const classifiedRecords = await classifyFiles(folder, [records], before, { check }, () => {});
  const recordsDiffer = classifiedRecords.some(({ state }) => state !== 'same');
  const report = reportOf(classified, leftovers, recordsDiffer);
  if (!check) {
    const own = classifiedRecords.map((file) => ({ ...file, state: 'same' as const }));
    const untouched = unplanned.filter(([path]) => isOfUnknown(path));
    await writeFiles(folder, {
      before,
      classified: [...classified, ...own],
      leftovers,
      untouched,
      progress,
      signal,
    });
    if (recordsDiffer) await folder.write(RECORDS_PATH, records.text());
  }
  return { ...report, servers: servers.length, tools: servers.reduce((sum, { tools }) => sum + tools.length, 0) };
}

interface Writing {
  readonly before: Manifest;
  readonly classified: readonly ClassifiedFile[];
  readonly leftovers: readonly LeftoverFile[];
  readonly untouched: Iterable<[string, FileRecord]>;
  readonly progress: () => void;
  readonly signal: AbortSignal | undefined;
}

async function writeFiles(
  folder: TreeFolder,
  { before, classified, leftovers, untouched, progress, signal }: Writing,
): Promise<void> {
  const toWrite = classified.filter(needsWriting);
  const extra = leftovers.filter(({ state }) => state === 'extra').map(({ path }) => path);
  const edited = leftovers.filter(({ state }) => state === 'edited');
  const after = new Map([...untouched, ...manifestAfter(before, [...classified, ...edited])]);
  const changes = toWrite.length > 0 || extra.length > 0;
  if (changes) {
    await folder.removeTemporary();
    // First a manifest with the old and the new hashes, so that after a crash every file is still recognized.
    await folder.write(MANIFEST_PATH, manifestText(merged(before, after)));
    // Removes before it writes: on a case-insensitive file system, a new file may have the name of an old one.
    await inSlices(extra, signal, (path) => folder.remove(path));
    await inSlices(toWrite, signal, async ({ path, text }) => {
      await folder.write(path, text);
      progress();
    });
  }
  const text = manifestText(after);
  if (changes || text !== manifestText(before)) await folder.write(MANIFEST_PATH, text);
}

/** Returns a test for paths in the folders of these servers, ignoring case. */
function ofServers(servers: readonly string[]): (path: string) => boolean {
  const folders = servers.flatMap((server) => [
    `servers/${folderName(server)}/`,
    `${PYTHON_FOLDER}/servers/${pythonName(server)}/`,
  ]);
  return (path) => folders.some((folder) => path.toLowerCase().startsWith(folder.toLowerCase()));
}

/** An edited file keeps its old hashes, so that it is recognized again when the edit is undone. */
function manifestAfter(before: Manifest, files: readonly (ClassifiedFile | LeftoverFile)[]): Manifest {
  const after = new Map<string, FileRecord>();
  for (const file of files) {
    if (file.state === 'edited') after.set(file.path, before.get(file.path) ?? { hashes: [] });
    else if ('hash' in file && file.state !== 'foreign')
      after.set(file.path, { hashes: [file.hash], inputHash: file.inputHash });
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

function progressCounter(total: number, onProgress: GenerateTreeOptions['onProgress']): () => void {
  let done = 0;
  return () => {
    done += 1;
    onProgress?.({ done, total });
  };
}
