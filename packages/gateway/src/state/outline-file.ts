import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-files.ts';

const FORMAT = 1;

/** How many tools each server has, by what its configuration was: what a start needs to say what is there. */
export type ServerOutlines = Readonly<Record<string, readonly [config: string, tools: number]>>;

export interface OutlineStore {
  /** Empty where nothing is kept, or what is kept cannot be read. Never throws. */
  load(): ServerOutlines;
  /** Never rejects: without it the next start takes a little longer. */
  save(outlines: ServerOutlines): Promise<void>;
}

/** Stands for a configuration without telling it. */
export function configMark(config: object): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
}

export class OutlineFile implements OutlineStore {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'outline.json');
  }

  load(): ServerOutlines {
    try {
      const { format, servers } = JSON.parse(readFileSync(this.#file, 'utf8'));
      return format === FORMAT && typeof servers === 'object' && servers !== null ? servers : {};
    } catch {
      return {};
    }
  }

  async save(servers: ServerOutlines): Promise<void> {
    await writePrivateFile(this.#file, JSON.stringify({ format: FORMAT, servers })).catch(() => {});
  }
}
