import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { IndexSnapshots } from '@foldout/core/internal';
import type { Log } from '../logging/log.ts';
import { errorCode, writePrivateFile } from '../state/private-files.ts';

const MAGIC = Buffer.from('FOLDOUTI');
const PREFIX = MAGIC.length + 4;

/** The search index on disk: one file with the latest snapshot. A damaged file counts as missing. */
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
      // A synchronous read is enough, because the search cannot continue without these bytes.
      const bytes = readFileSync(this.#file);
      const content = bytes.subarray(PREFIX);
      const whole =
        bytes.subarray(0, MAGIC.length).equals(MAGIC) && bytes.readUInt32LE(MAGIC.length) === crc32(content);
      return whole ? content : undefined;
    } catch {
      return undefined;
    }
  }

  /** Never rejects: without the file, the first search after the next start takes about a second longer. */
  async save(_key: string, bytes: Uint8Array): Promise<void> {
    const prefix = Buffer.alloc(PREFIX);
    MAGIC.copy(prefix);
    prefix.writeUInt32LE(crc32(bytes), MAGIC.length);
    try {
      await writePrivateFile(this.#file, Buffer.concat([prefix, bytes]));
    } catch (error) {
      if (!this.#warned) {
        this.#log?.warn(
          `The search index cannot be written to ${this.#file} (${errorCode(error)}): the first search after a start is slower. ` +
            'Check that the folder is writable, or set stateFolder to another folder.',
        );
      }
      this.#warned = true;
    }
  }
}
