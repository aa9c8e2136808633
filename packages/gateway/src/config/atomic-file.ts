import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** A configuration may hold secrets, so only its owner may read a new one. */
export const OWNER_ONLY = 0o600;

const DRAFT = '.foldout-tmp';
/** A draft of this age belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60_000;

export interface AtomicWriteOptions {
  /** The permission bits. Default: those of the existing file, or only the owner may read and write. */
  readonly mode?: number | undefined;
  /** Runs when the draft is complete, directly before it replaces the file. */
  readonly beforeReplace?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a file in one step: whenever the process is killed, the file has the old or the new content. A symbolic link
 * stays, and its target is replaced. Returns the path of the file that was written.
 */
export async function writeAtomically(
  file: string,
  content: Uint8Array | string,
  { mode, beforeReplace }: AtomicWriteOptions = {},
): Promise<string> {
  const target = await linkTarget(resolve(file));
  await mkdir(dirname(target), { recursive: true });
  await removeAbandoned(target);
  const draft = `${target}.${randomBytes(6).toString('hex')}${DRAFT}`;
  const bits = mode ?? (await modeOf(target)) ?? OWNER_ONLY;
  try {
    const handle = await open(draft, 'wx', bits);
    try {
      // The umask of the process does not apply to the bits of an existing file.
      await handle.chmod(bits);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await beforeReplace?.();
    await rename(draft, target);
    await syncFolder(dirname(target));
    return target;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The file that a path leads to. Users often link to settings that are in another folder. */
export async function linkTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    // A link whose target does not exist yet.
    const isLink = await lstat(file).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    return isLink ? resolve(dirname(file), await readlink(file)) : file;
  }
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch {
    return undefined;
  }
}

/** Removes the drafts of killed processes. */
async function removeAbandoned(target: string): Promise<void> {
  const names = await readdir(dirname(target)).catch(() => []);
  const drafts = names.filter((name) => name.startsWith(`${basename(target)}.`) && name.endsWith(DRAFT));
  for (const name of drafts) {
    const path = join(dirname(target), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** Makes the rename survive a power failure. Windows cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch {
    // Some file systems do not sync folders. The file itself is complete.
  } finally {
    await handle.close();
  }
}
