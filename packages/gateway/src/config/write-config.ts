import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export interface WrittenConfig {
  readonly file: string;
  /** Where the file that stood there before is kept now. */
  readonly backup?: string | undefined;
}

/** A configuration may hold secrets: it is for its owner alone. */
const OWNER_ONLY = 0o600;

/** Writes a file at once or not at all. What stood there before is kept beside it. */
export async function writeConfig(file: string, text: string): Promise<WrittenConfig> {
  const target = await throughLinks(resolve(file));
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY);
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    const backup = await keepBeside(target);
    await rename(draft, target);
    return { file: target, backup };
  } finally {
    await rm(draft, { force: true });
  }
}

/** The next free name: an older backup may be the one that somebody still needs. */
async function keepBeside(file: string): Promise<string | undefined> {
  for (let count = 1; ; count++) {
    const backup = `${file}.backup${count === 1 ? '' : `-${count}`}`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      await chmod(backup, OWNER_ONLY);
      return backup;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      if (code !== 'EEXIST') throw error;
    }
  }
}

/** People keep their settings in one folder and link to them; the link stays. */
async function throughLinks(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return file;
  }
}
