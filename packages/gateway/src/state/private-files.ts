import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

const UNFINISHED = '.tmp';
/** An unfinished file of this age belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 3_600_000;

/** On Windows, a virus scanner or a reader can lock a file for a moment: a rename is then retried. */
const BUSY: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const RENAME_WAITS_MS = process.platform === 'win32' ? [10, 20, 50, 100, 200] : [];

/** Writes a file that only this user may read. It is replaced atomically: a reader gets the old or the new content. */
export async function writePrivateFile(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const unfinished = `${file}.${process.pid}-${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    await writeFile(unfinished, content, { mode: PRIVATE_FILE, flag: 'wx' });
    await renameWhenFree(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** Appends blocks to a file that only this user may read. Resolves when they are on the disk, and rejects if any is not. */
export async function appendDurably(file: string, blocks: Iterable<Buffer>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const handle = await open(file, 'a', PRIVATE_FILE);
  try {
    for (const block of blocks) {
      const { bytesWritten } = await handle.write(block);
      if (bytesWritten < block.length) throw new Error(`the disk is full: ${file} could not be written`);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Removes the unfinished files of killed processes from a folder. Never rejects. */
export async function removeAbandoned(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files.filter((name) => name.endsWith(UNFINISHED))) {
    const path = join(folder, file);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true }).catch(() => {});
  }
}

async function renameWhenFree(from: string, to: string): Promise<void> {
  for (const pause of RENAME_WAITS_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!BUSY.has(errorCode(error))) throw error;
      await wait(pause);
    }
  }
  await rename(from, to);
}

/** Changes whenever the file does; empty if there is no file. */
export async function fileVersion(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return `${ino}:${size}:${mtimeMs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** Wraps a write to a watched folder, so that the watch does not report it. */
export type AroundWrite = (file: string, write: () => Promise<void>) => Promise<void>;

/** File name for a server or credential key: legal on every system, and distinct where file names ignore case. */
export function fileNameOf(key: string): string {
  const readable = key
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 32);
  return `${readable}.${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
}
