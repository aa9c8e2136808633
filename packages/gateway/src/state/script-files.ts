import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import { type KeptScript, SCRIPT_KEPT_MS, type ScriptBatch, type ScriptJournals } from './script-journals.ts';
import type { Cipher } from './secret-cipher.ts';

const ENDING = '.script';
const LEGAL = /^[\w-]{1,80}$/;

interface Line {
  readonly position: number;
  readonly by: string;
  readonly last: boolean;
  readonly sealed: string;
}

/**
 * Journals of scripts in append-only files, one for each run. Of two lines with the same position the first counts, so
 * processes need no lock.
 */
export class ScriptFiles implements ScriptJournals {
  readonly #folder: string;
  readonly #cipher: Cipher;
  readonly #now: () => number;

  constructor(folder: string, cipher: Cipher, now: () => number = Date.now) {
    this.#folder = folder;
    this.#cipher = cipher;
    this.#now = now;
  }

  async load(key: string): Promise<KeptScript | undefined> {
    let newest: (KeptScript & { readonly at: number }) | undefined;
    for (const file of await this.#files()) {
      if (!file.startsWith(`${key}.`)) continue;
      const at = await this.#writtenAt(file);
      if (at === undefined || (newest && newest.at >= at)) continue;
      const run = file.slice(key.length + 1, -ENDING.length);
      const lines = await this.#lines(file);
      if (lines.length === 0 || lines.at(-1)?.last) continue;
      const batches = lines.map(({ sealed, position }) => this.#cipher.open(nameOf(run, position), sealed));
      // A journal that cannot be read is refused: without it, calls would be repeated.
      if (batches.includes(undefined)) throw new Error(`The journal ${file} cannot be decrypted. Delete it.`);
      newest = { run, batches: batches as string[], at };
    }
    return newest && { run: newest.run, batches: newest.batches };
  }

  async append({ key, run, position, text, last }: ScriptBatch): Promise<boolean> {
    if (!LEGAL.test(key) || !LEGAL.test(run)) throw new Error('a key of a script is not legal');
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (position === 0) await this.#removeOld();
    const by = randomUUID();
    const line: Line = { position, by, last, sealed: this.#cipher.seal(nameOf(run, position), text) };
    const file = `${key}.${run}${ENDING}`;
    const handle = await open(join(this.#folder, file), 'a', PRIVATE_FILE);
    try {
      // The newline in front: a line that a crash cut off must not damage this one.
      const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length) throw new Error('The disk is full: the journal of a script was not written.');
    } finally {
      await handle.close();
    }
    return (await this.#lines(file))[position]?.by === by;
  }

  /** The valid lines, one for each position. Nothing counts after a gap or after the last one. */
  async #lines(file: string): Promise<Line[]> {
    const lines: Line[] = [];
    for (const text of (await readFile(join(this.#folder, file), 'utf8')).split('\n')) {
      const line = lineIn(text);
      if (line?.position === lines.length && !lines.at(-1)?.last) lines.push(line);
    }
    return lines;
  }

  async #files(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((file) => file.endsWith(ENDING));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Undefined if the file is gone, or too old. */
  async #writtenAt(file: string): Promise<number | undefined> {
    const { mtimeMs } = await stat(join(this.#folder, file)).catch(() => ({ mtimeMs: 0 }));
    return this.#now() - mtimeMs < SCRIPT_KEPT_MS ? mtimeMs : undefined;
  }

  async #removeOld(): Promise<void> {
    for (const file of await this.#files()) {
      if ((await this.#writtenAt(file)) === undefined) await rm(join(this.#folder, file), { force: true });
    }
  }
}

/** A sealed text cannot be moved to another place. */
function nameOf(run: string, position: number): string {
  return `script ${run} ${position}`;
}

function lineIn(text: string): Line | undefined {
  if (text === '') return undefined;
  try {
    const line = JSON.parse(text) as Line;
    return typeof line.position === 'number' && typeof line.sealed === 'string' ? line : undefined;
  } catch {
    return undefined;
  }
}
