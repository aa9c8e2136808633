// The command line with everything that it needs at run time, as npm installs it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installInto, packInto, readJson } from '../packed-packages.mjs';

const { version, dependencies } = readJson(join(import.meta.dirname, '..', '..', 'packages', 'cli', 'package.json'));

export const VERSION = version;

/** Installs the packed command line into a temporary folder, and calls `use` with it. */
export async function withStaged(use) {
  const scratch = mkdtempSync(join(tmpdir(), 'foldout-distribute-'));
  try {
    const tarballs = packInto(scratch).filter(({ name }) => name === 'foldout' || name in dependencies);
    return await use(installInto(join(scratch, 'app'), tarballs));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
