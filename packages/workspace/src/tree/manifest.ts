import { z } from 'zod';
import { isPlainFileName } from '../names/safe-name.ts';
import { CALLER_PATH } from './caller-file.ts';
import { CONFIG_PATH, RUNTIME_PATH } from './runtime-file.ts';
import { OWN_FOLDER } from './tree-folder.ts';

/** The folder of the Python modules. A script in it finds them. */
export const PYTHON_FOLDER = 'python';
/** The tools as search needs them, so that a tree can be searched without its servers. */
export const RECORDS_PATH = `${OWN_FOLDER}/tools.json`;

const VERSION = 2;
const recordShape = z.object({ hashes: z.array(z.string()), mark: z.string().optional() });
const manifestShape = z.object({ version: z.literal(VERSION), files: z.record(z.string(), recordShape) });

/** The manifest entry of a generated file. */
export interface FileRecord {
  /**
   * Hashes of the text. During a run these are the old and the new hash, so that after a crash the file is recognized
   * in either state.
   */
  readonly hashes: readonly string[];
  /** Hash of everything that the text depends on. The manifest file calls it `mark`. */
  readonly inputHash?: string | undefined;
}

/** The generated files by path. */
export type Manifest = ReadonlyMap<string, FileRecord>;

/** A damaged manifest is treated as empty: every existing file then counts as foreign. */
export function parseManifest(text: string | undefined): Manifest {
  const parsed = manifestShape.safeParse(text === undefined ? undefined : jsonIn(text));
  if (!parsed.success) return new Map();
  const entries = Object.entries(parsed.data.files).filter(([path]) => isTreePath(path));
  return new Map(entries.map(([path, { hashes, mark }]) => [path, { hashes, inputHash: mark }]));
}

export function manifestText(manifest: Manifest): string {
  const sorted = [...manifest].sort(([a], [b]) => (a < b ? -1 : 1));
  const files = Object.fromEntries(sorted.map(([path, { hashes, inputHash }]) => [path, { hashes, mark: inputHash }]));
  return `${JSON.stringify({ version: VERSION, files })}\n`;
}

/** The manifest is not trusted: users can edit it. Entries for paths outside the tree are ignored. */
function isTreePath(path: string): boolean {
  if ([RUNTIME_PATH, CALLER_PATH, CONFIG_PATH, RECORDS_PATH].includes(path)) return true;
  const [group, folder = '', file = '', ...others] = path.split('/');
  if (group === 'functions') return file === '' && folder.endsWith('.ts') && isPlainFileName(folder);
  if (group === PYTHON_FOLDER) return path.split('/').slice(1).every(isPlainFileName) && /\.(?:py|ini)$/.test(path);
  const isKnown = group === 'servers' ? file.endsWith('.ts') : group === 'skills' && file === 'SKILL.md';
  return isKnown && others.length === 0 && isPlainFileName(folder) && isPlainFileName(file);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
