import { constants, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { isPlainFileName } from '../names/safe-name.ts';

export type NavigationErrorCode = 'INVALID_NAME' | 'NOT_FOUND' | 'OUTSIDE_ROOT';

/** A name is invalid, does not exist, or leads out of the tree. */
export class NavigationError extends Error {
  override readonly name = 'NavigationError';
  readonly code: NavigationErrorCode;

  constructor(code: NavigationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Makes `open` reject symbolic links. Windows lacks `O_NOFOLLOW`, but creating a link there needs special rights. */
const NO_LINKS = constants.O_NOFOLLOW ?? 0;

/** Throws unless the name is a single path segment. */
export function plainName(name: string, what: 'server' | 'tool'): string {
  if (typeof name === 'string' && isPlainFileName(name)) return name;
  const seen = JSON.stringify(String(name).slice(0, 80));
  throw new NavigationError(
    'INVALID_NAME',
    `${seen} is not the name of a ${what}. Use a name from listServers or listTools.`,
  );
}

/** A folder of the tree by its path from the root. Does not follow symbolic links, which may lead out of the root. */
export async function folderInside(root: string, ...names: readonly string[]): Promise<string> {
  let path = root;
  for (const name of names) {
    path = join(path, name);
    const found = await fs.lstat(path).catch(missingIsUndefined);
    if (!found)
      throw new NavigationError(
        'NOT_FOUND',
        `There is no folder ${names.join('/')} in ${root}. Create a tree with generateTree.`,
      );
    if (!found.isDirectory()) {
      throw new NavigationError(
        'OUTSIDE_ROOT',
        `${names.join('/')} is not a folder of the tree. It may be a symbolic link.`,
      );
    }
  }
  return path;
}

/** Opens a regular file for reading; rejects symbolic links, folders and devices. */
export async function openPlainFile(path: string, shown: string): Promise<fs.FileHandle> {
  const found = await fs.lstat(path).catch(missingIsUndefined);
  if (!found) throw new NavigationError('NOT_FOUND', `There is no ${shown}. List the tools with listTools.`);
  if (!found.isFile())
    throw new NavigationError('OUTSIDE_ROOT', `${shown} is not a regular file. It may be a symbolic link.`);
  return fs.open(path, constants.O_RDONLY | NO_LINKS);
}

export function missingIsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
