import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocumentBusy, type DocumentKind, type Documents, MAX_TRIES } from './documents.ts';
import { type AroundWrite, errorCode, fileNameOf, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

export const DOCUMENT_ENDING = '.document';

interface Version {
  readonly file: string;
  readonly number: number;
}

interface Content {
  readonly key: string;
  /** Null: the document was removed. */
  readonly text: string | null;
}

/**
 * Documents in files, one for each version: `<kind>.<key>.<version>.document`. A writer links its file to the name of the
 * next version. Exactly one of several writers succeeds, without a lock that a killed process could leave behind.
 */
export class DocumentFiles implements Documents {
  readonly #folder: string;
  readonly #around: AroundWrite;

  constructor(folder: string, around: AroundWrite = (_file, write) => write()) {
    this.#folder = folder;
    this.#around = around;
  }

  async load(kind: DocumentKind, key: string): Promise<string | undefined> {
    return (await this.#latest(prefixOf(kind, key)))?.content.text ?? undefined;
  }

  async all(kind: DocumentKind): Promise<ReadonlyMap<string, string>> {
    const files = (await this.#files()).filter((file) => file.startsWith(`${kind}.`));
    const prefixes = new Set(files.map((file) => file.replace(/\d+\.document$/, '')));
    const found = await Promise.all([...prefixes].map((prefix) => this.#latest(prefix)));
    const texts = found.flatMap((one) => (one && one.content.text !== null ? [one.content] : []));
    return new Map(texts.map(({ key, text }) => [key, text as string]));
  }

  async update(
    kind: DocumentKind,
    key: string,
    change: (text: string | undefined) => string | undefined,
  ): Promise<string | undefined> {
    const prefix = prefixOf(kind, key);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const latest = await this.#latest(prefix);
      const before = latest?.content.text ?? undefined;
      const text = change(before);
      if (text === before) return text;
      const file = `${prefix}${(latest?.number ?? 0) + 1}${DOCUMENT_ENDING}`;
      if (await this.#create(file, { key, text: text ?? null })) {
        await this.#removeOlder(prefix, file);
        return text;
      }
    }
    throw new DocumentBusy(kind, key);
  }

  /** False if another process has written this version. */
  async #create(file: string, content: Content): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    const draft = join(this.#folder, `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
    let created = true;
    try {
      await writeFile(draft, JSON.stringify(content), { mode: PRIVATE_FILE, flag: 'wx' });
      await this.#around(file, async () => {
        await link(draft, join(this.#folder, file)).catch((error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
          created = false;
        });
      });
    } finally {
      await rm(draft, { force: true }).catch(() => {});
    }
    return created;
  }

  async #latest(prefix: string): Promise<{ readonly number: number; readonly content: Content } | undefined> {
    for (;;) {
      const [latest] = (await this.#versions(prefix)).sort((a, b) => b.number - a.number);
      if (!latest) return undefined;
      try {
        const content = JSON.parse(await readFile(join(this.#folder, latest.file), 'utf8')) as Content;
        return { number: latest.number, content };
      } catch (error) {
        // A newer version has replaced it meanwhile.
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    }
  }

  async #versions(prefix: string): Promise<Version[]> {
    const files = (await this.#files()).filter((file) => file.startsWith(prefix));
    return files.map((file) => ({ file, number: Number(file.slice(prefix.length, -DOCUMENT_ENDING.length)) }));
  }

  async #files(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).filter((file) => file.endsWith(DOCUMENT_ENDING));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #removeOlder(prefix: string, newest: string): Promise<void> {
    const newestNumber = Number(newest.slice(prefix.length, -DOCUMENT_ENDING.length));
    for (const { file, number } of await this.#versions(prefix)) {
      if (number >= newestNumber) continue;
      await this.#around(file, () => rm(join(this.#folder, file), { force: true }));
    }
  }
}

function prefixOf(kind: DocumentKind, key: string): string {
  return `${kind}.${fileNameOf(key)}.`;
}

/** The kind of a document file. */
export function kindOfDocument(file: string): string {
  return file.slice(0, file.indexOf('.'));
}
