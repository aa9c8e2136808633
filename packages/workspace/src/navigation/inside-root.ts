import { constants, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { isPlainFileName } from '../names/safe-name.ts';

export type NavigationErrorCode = 'INVALID_NAME' | 'NOT_FOUND' | 'OUTSIDE_ROOT';

/** A place in the tree that cannot be gone to: no name, not there, or not in the tree. */
export class NavigationError extends Error {
  override readonly name = 'NavigationError';
  readonly code: NavigationErrorCode;

  constructor(code: NavigationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Windows has no such flag, and needs a right to make links at all. */
const NO_LINKS = constants.O_NOFOLLOW ?? 0;

/** Refuses everything that is more than the name of one file or folder. */
export function plainName(name: string, what: 'server' | 'tool'): string {
  if (typeof name === 'string' && isPlainFileName(name)) return name;
  const seen = JSON.stringify(String(name).slice(0, 80));
  throw new NavigationError(
    'INVALID_NAME',
    `${seen} is not the name of a ${what}. Use one that listServers or listTools gives.`,
  );
}

/** A folder of the tree by its path from the root. No link is followed: behind one may lie anything. */
export async function folderInside(root: string, ...names: readonly string[]): Promise<string> {
  let path = root;
  for (const name of names) {
    path = join(path, name);
    const found = await fs.lstat(path).catch(missingIsUndefined);
    if (!found)
      throw new NavigationError(
        'NOT_FOUND',
        `There is no folder ${names.join('/')} in ${root}. Make a tree with generateTree.`,
      );
    if (!found.isDirectory()) {
      throw new NavigationError(
        'OUTSIDE_ROOT',
        `${names.join('/')} is no folder of the tree, perhaps a link out of it.`,
      );
    }
  }
  return path;
}

/** Opens a plain file for reading; a link, a folder or a device is none. */
export async function openPlainFile(path: string, shown: string): Promise<fs.FileHandle> {
  const found = await fs.lstat(path).catch(missingIsUndefined);
  if (!found) throw new NavigationError('NOT_FOUND', `There is no ${shown}. See what there is with listTools.`);
  if (!found.isFile())
    throw new NavigationError('OUTSIDE_ROOT', `${shown} is no plain file, perhaps a link out of the tree.`);
  return fs.open(path, constants.O_RDONLY | NO_LINKS);
}

export function missingIsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
