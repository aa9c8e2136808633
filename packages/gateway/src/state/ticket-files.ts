import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, writePrivateFile } from './private-files.ts';
import type { Cipher } from './secret-cipher.ts';
import { sealName, type TicketKind, type Tickets, ticketId } from './tickets.ts';

const ENDING = '.ticket';
const TAKEN = '.taken';
const SWEEP_EVERY_MS = 300_000;

interface Stored {
  readonly until: number;
  readonly sealed: string;
}

/** Tickets in files that only this user may read, one for each. */
export class TicketFiles implements Tickets {
  readonly #folder: string;
  readonly #cipher: Cipher;
  readonly #now: () => number;
  #sweptAt = 0;

  constructor(folder: string, cipher: Cipher, now: () => number = Date.now) {
    this.#folder = folder;
    this.#cipher = cipher;
    this.#now = now;
  }

  async put(kind: TicketKind, secret: string, text: string, until: number): Promise<void> {
    await this.#sweep();
    const id = ticketId(kind, secret);
    const stored: Stored = { until, sealed: this.#cipher.seal(sealName(kind, id), text) };
    await writePrivateFile(this.#fileOf(kind, id), JSON.stringify(stored));
  }

  async load(kind: TicketKind, secret: string): Promise<string | undefined> {
    const id = ticketId(kind, secret);
    return this.#opened(kind, id, await this.#read(this.#fileOf(kind, id)));
  }

  async take(kind: TicketKind, secret: string): Promise<string | undefined> {
    const id = ticketId(kind, secret);
    const file = this.#fileOf(kind, id);
    const mine = `${file}.${randomUUID()}${TAKEN}`;
    try {
      // Of several processes that rename a file, one succeeds.
      await rename(file, mine);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    const stored = await this.#read(mine);
    await rm(mine, { force: true });
    return this.#opened(kind, id, stored);
  }

  async count(kind: TicketKind): Promise<number> {
    const files = (await this.#files()).filter((file) => file.startsWith(`${kind}.`) && file.endsWith(ENDING));
    const stored = await Promise.all(files.map((file) => this.#read(join(this.#folder, file))));
    return stored.filter((one) => one && one.until > this.#now()).length;
  }

  #opened(kind: TicketKind, id: string, stored: Stored | undefined): string | undefined {
    if (!stored || stored.until <= this.#now()) return undefined;
    return this.#cipher.open(sealName(kind, id), stored.sealed);
  }

  async #read(file: string): Promise<Stored | undefined> {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as Stored;
    } catch (error) {
      // A damaged file counts as missing: the user signs in again.
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  async #files(): Promise<string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #sweep(): Promise<void> {
    const now = this.#now();
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    for (const name of await this.#files()) {
      const file = join(this.#folder, name);
      const stored = name.endsWith(ENDING) || name.endsWith(TAKEN) ? await this.#read(file) : undefined;
      if (stored && stored.until <= now) await rm(file, { force: true });
    }
  }

  #fileOf(kind: TicketKind, id: string): string {
    return join(this.#folder, `${kind}.${id}${ENDING}`);
  }
}
