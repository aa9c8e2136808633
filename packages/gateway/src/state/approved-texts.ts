import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably, errorCode, fileNameOf } from './private-files.ts';

const ENDING = '.texts';

type Line = readonly [hash: string, text: string];

/** Approved definitions, in one append-only file per server. Only a comparison reads them. */
export class ApprovedTexts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep(server: string, texts: ReadonlyMap<string, string>): Promise<void> {
    const known = new Set((await this.#lines(server)).map(([hash]) => hash));
    const added = [...texts].filter(([hash]) => !known.has(hash));
    if (added.length > 0) await appendDurably(this.#fileOf(server), blocksOf(added));
  }

  async find(server: string, hash: string): Promise<string | undefined> {
    return (await this.#lines(server)).find(([known]) => known === hash)?.[1];
  }

  async #lines(server: string): Promise<Line[]> {
    const text = await readFile(this.#fileOf(server), 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').flatMap((line) => lineIn(line));
  }

  #fileOf(server: string): string {
    return join(this.#folder, `${fileNameOf(server)}${ENDING}`);
  }
}

function* blocksOf(lines: readonly Line[]): Generator<Buffer> {
  for (const line of lines) yield blockOf(line);
}

/** Starts with a newline: a line that a crash or a full disk has cut off must not damage the next one. */
function blockOf([hash, text]: Line): Buffer {
  return Buffer.from(`\n${JSON.stringify([hash, text])}\n`);
}

function lineIn(text: string): Line[] {
  if (text === '') return [];
  try {
    const [hash, definition] = JSON.parse(text) as unknown[];
    return typeof hash === 'string' && typeof definition === 'string' ? [[hash, definition]] : [];
  } catch {
    return [];
  }
}
