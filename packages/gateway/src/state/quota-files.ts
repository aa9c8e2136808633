import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import type { Counted, Place, QuotaCounts } from './quota-counts.ts';

const ENDING = '.quota';
const CHUNK_BYTES = 64 * 1024;

/** `limit`: the line counts only while the count is below it. */
interface Line {
  readonly key: string;
  readonly amount: number;
  readonly limit?: number;
  readonly id?: string;
}

interface Day {
  readonly used: Map<string, number>;
  /** Ids of lines that were above their limit, until they are asked for. */
  readonly refused: Set<string>;
  read: number;
  rest: string;
}

/**
 * Counts in append-only files, one for each day. Every process reads the lines in the same order, and so agrees on which call was
 * the last that the limit allows. Places are counted in each process for itself.
 */
export class QuotaFiles implements QuotaCounts {
  readonly #folder: string;
  readonly #days = new Map<string, Day>();
  readonly #places = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  take({ key, day }: Counted, limit: number): Promise<boolean> {
    return this.#inTurn(async () => {
      const counts = await this.#read(day);
      if ((counts.used.get(key) ?? 0) >= limit) return false;
      const id = randomUUID();
      await this.#append(day, { key, amount: 1, limit, id });
      return !(await this.#read(day)).refused.delete(id);
    });
  }

  add({ key, day }: Counted, amount: number): Promise<void> {
    return this.#inTurn(() => this.#append(day, { key, amount }));
  }

  used({ key, day }: Counted): Promise<number> {
    return this.#inTurn(async () => (await this.#read(day)).used.get(key) ?? 0);
  }

  async enter(key: string, limit: number): Promise<Place | undefined> {
    const taken = this.#places.get(key) ?? 0;
    if (taken >= limit) return undefined;
    this.#places.set(key, taken + 1);
    return {
      leave: async () => {
        const left = (this.#places.get(key) ?? 1) - 1;
        if (left > 0) this.#places.set(key, left);
        else this.#places.delete(key);
      },
    };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #append(day: string, line: Line): Promise<void> {
    const handle = await open(join(this.#folder, `${day}${ENDING}`), 'a', PRIVATE_FILE).catch(async (error) => {
      if (errorCode(error) !== 'ENOENT') throw error;
      await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
      return open(join(this.#folder, `${day}${ENDING}`), 'a', PRIVATE_FILE);
    });
    try {
      const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`);
      const { bytesWritten } = await handle.write(bytes);
      if (bytesWritten < bytes.length) throw new Error('The disk is full: a quota was not counted.');
    } finally {
      await handle.close();
    }
  }

  /** Reads the lines that were added since the last time. */
  async #read(day: string): Promise<Day> {
    const known = this.#days.get(day) ?? (await this.#newDay(day));
    const handle = await open(join(this.#folder, `${day}${ENDING}`), 'r').catch((error) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!handle) return known;
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (;;) {
        const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, known.read);
        if (bytesRead === 0) return known;
        known.read += bytesRead;
        const lines = (known.rest + chunk.toString('utf8', 0, bytesRead)).split('\n');
        known.rest = lines.pop() ?? '';
        for (const line of lines) count(known, line);
      }
    } finally {
      await handle.close();
    }
  }

  async #newDay(day: string): Promise<Day> {
    const counts: Day = { used: new Map(), refused: new Set(), read: 0, rest: '' };
    this.#days.clear();
    this.#days.set(day, counts);
    const files = await readdir(this.#folder).catch(() => []);
    for (const file of files) {
      if (file.endsWith(ENDING) && file < `${day}${ENDING}`) await rm(join(this.#folder, file), { force: true });
    }
    return counts;
  }
}

function count({ used, refused }: Day, text: string): void {
  if (text === '') return;
  let line: Line;
  try {
    line = JSON.parse(text) as Line;
  } catch {
    return;
  }
  const before = used.get(line.key) ?? 0;
  if (line.limit !== undefined && before >= line.limit) {
    if (line.id !== undefined) refused.add(line.id);
  } else used.set(line.key, before + line.amount);
}
