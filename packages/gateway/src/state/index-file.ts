import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { IndexSnapshots } from '@foldout/core';
import type { Log } from '../logging/log.ts';
import { errorCode, writePrivateFile } from './private-files.ts';

const MAGIC = Buffer.from('FOLDOUTI');
const PREFIX = MAGIC.length + 4;

/** The search index on disk: one file, the last that was saved. Damaged, it is as good as none. */
export class IndexFile implements IndexSnapshots {
  readonly #file: string;
  readonly #log: Log | undefined;
  #warned = false;

  constructor({ folder, log }: { readonly folder: string; readonly log?: Log | undefined }) {
    this.#file = join(folder, 'search.index');
    this.#log = log;
  }

  async load(): Promise<Uint8Array | undefined> {
    try {
      // In one piece: what follows cannot begin before, and takes longer.
      const bytes = readFileSync(this.#file);
      const content = bytes.subarray(PREFIX);
      const whole =
        bytes.subarray(0, MAGIC.length).equals(MAGIC) && bytes.readUInt32LE(MAGIC.length) === crc32(content);
      return whole ? content : undefined;
    } catch {
      return undefined;
    }
  }

  /** Never rejects: without it the next start takes a second longer, and nothing else. */
  async save(_key: string, bytes: Uint8Array): Promise<void> {
    const prefix = Buffer.alloc(PREFIX);
    MAGIC.copy(prefix);
    prefix.writeUInt32LE(crc32(bytes), MAGIC.length);
    try {
      await writePrivateFile(this.#file, Buffer.concat([prefix, bytes]));
    } catch (error) {
      if (!this.#warned) this.#log?.warn(`The search index cannot be kept in ${this.#file} (${errorCode(error)}).`);
      this.#warned = true;
    }
  }
}
