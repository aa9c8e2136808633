import { hash } from 'node:crypto';
import { z } from 'zod';
import { isPlainFileName } from '../names/safe-name.ts';
import { CONFIG_PATH, RUNTIME_PATH } from './runtime-file.ts';
import { OWN_FOLDER } from './tree-folder.ts';

/** What search needs of the tools, beside the tree, so that a tree can be searched without the servers behind it. */
export const RECORDS_PATH = `${OWN_FOLDER}/tools.json`;

const VERSION = 2;
const recordShape = z.object({ hashes: z.array(z.string()), mark: z.string().optional() });
const manifestShape = z.object({ version: z.literal(VERSION), files: z.record(z.string(), recordShape) });

/** What is known of a file that the generator has written. */
export interface FileRecord {
  /**
   * Hashes of what may stand there: two while a run is under way, so that after a crash both the old and the new text
   * are known to be ours.
   */
  readonly hashes: readonly string[];
  /** What the text was made of, where that is known: with the same mark it would be made again. */
  readonly mark?: string | undefined;
}

/** What the generator has written, by path. */
export type Manifest = ReadonlyMap<string, FileRecord>;

/** A manifest that cannot be read vouches for nothing: no file is then taken for ours. */
export function parseManifest(text: string | undefined): Manifest {
  const parsed = manifestShape.safeParse(text === undefined ? undefined : jsonIn(text));
  if (!parsed.success) return new Map();
  return new Map(Object.entries(parsed.data.files).filter(([path]) => isTreePath(path)));
}

export function manifestText(manifest: Manifest): string {
  const files = Object.fromEntries([...manifest].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version: VERSION, files })}\n`;
}

export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}

/** A manifest is a file like any other and may be changed by anybody: nothing outside of the tree is ever believed. */
function isTreePath(path: string): boolean {
  if (path === RUNTIME_PATH || path === CONFIG_PATH || path === RECORDS_PATH) return true;
  const [group, folder = '', file = '', ...others] = path.split('/');
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
