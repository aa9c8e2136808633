import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type AroundWrite, errorCode, fileNameOf, writePrivateFile } from './private-files.ts';
import type { Cipher } from './secret-cipher.ts';
import type { Credentials } from './shared-state.ts';

export const CREDENTIALS_ENDING = '.credential';

/** Credentials in files that only this user may read, one file per key, with encrypted values. */
export class CredentialFiles implements Credentials {
  readonly #folder: string;
  readonly #cipher: Cipher;
  readonly #around: AroundWrite;

  constructor(folder: string, cipher: Cipher, around: AroundWrite = (_file, write) => write()) {
    this.#folder = folder;
    this.#cipher = cipher;
    this.#around = around;
  }

  async load(key: string): Promise<string | undefined> {
    try {
      const stored: unknown = JSON.parse(await readFile(this.#fileOf(key), 'utf8'));
      const { key: storedKey, value, sealed } = stored as { key?: unknown; value?: unknown; sealed?: unknown };
      if (storedKey !== key) return undefined;
      if (typeof sealed === 'string') return this.#cipher.open(key, sealed);
      // Versions before 0.2 did not encrypt. The next save does.
      return typeof value === 'string' ? value : undefined;
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async save(key: string, value: string): Promise<void> {
    const file = this.#fileOf(key);
    const sealed = this.#cipher.seal(key, value);
    await this.#around(basename(file), () => writePrivateFile(file, JSON.stringify({ key, sealed })));
  }

  async remove(key: string): Promise<void> {
    const file = this.#fileOf(key);
    await this.#around(basename(file), () => rm(file, { force: true }));
  }

  async reseal(): Promise<number> {
    let count = 0;
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (!name.endsWith(CREDENTIALS_ENDING)) continue;
      const { key, sealed } = JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as Record<string, unknown>;
      if (typeof key !== 'string' || (typeof sealed === 'string' && !this.#cipher.isStale(sealed))) continue;
      const value = await this.load(key);
      if (value === undefined) continue;
      await this.save(key, value);
      count += 1;
    }
    return count;
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${fileNameOf(key)}${CREDENTIALS_ENDING}`);
  }
}

/** The key of a credential file. */
export async function keyOfCredential(file: string): Promise<string | undefined> {
  const { key } = JSON.parse(await readFile(file, 'utf8')) as { key?: unknown };
  return typeof key === 'string' ? key : undefined;
}
