import { randomUUID } from 'node:crypto';
import { type Dirent, promises as fs, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The generator's own folder inside of the tree. */
export const OWN_FOLDER = '.foldout';
const ABANDONED_AFTER_MS = 60_000;
const TEMPORARY = /^[0-9a-f-]{36}\.tmp$/;

/** No file of the generator is larger; what is, somebody else has written. Those in its own folder grow with the tools. */
const LARGEST_BYTES = 64_000_000;
const LARGEST_OWN_BYTES = 400_000_000;

type Kind = 'file' | 'folder' | 'other';
type Found = { readonly kind: 'file'; readonly text: string } | { readonly kind: 'large' | 'other' | 'none' };

/** A tree cannot be written, or read, where it is asked to be. */
export class TreeError extends Error {
  override readonly name = 'TreeError';
}

/**
 * The folder that a tree lies in. Paths come from the plan or the checked manifest; what this adds is that no symbolic
 * link leads out of the root, and that a file is there with all of its text or not at all. Files are small, so they are
 * read and written at once: that is several times quicker than trips to the thread pool. Who asks for many gives others a turn.
 */
export class TreeFolder {
  readonly #root: string;
  readonly #listings = new Map<string, Promise<ReadonlyMap<string, Kind>>>();
  readonly #made = new Map<string, Promise<void>>();

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(root: string, create: boolean): Promise<TreeFolder> {
    if (create) await fs.mkdir(root, { recursive: true }).catch((error) => refuseFile(error, root));
    const real = await fs.realpath(root).catch(() => root);
    return new TreeFolder(real);
  }

  /** What is there under a path: a text, more than a text of ours, something that is no plain file, or nothing. */
  async read(path: string): Promise<Found> {
    const kind = await this.#kindOf(path);
    return kind === 'file' ? { kind, text: readFileSync(this.#at(path), 'utf8') } : { kind };
  }

  /** The bytes of a plain file that is not too large; else undefined. */
  async readBytes(path: string): Promise<Buffer | undefined> {
    return (await this.#kindOf(path)) === 'file' ? readFileSync(this.#at(path)) : undefined;
  }

  /** Whether anything is there, also under a name that differs only where the file system does not tell. */
  async has(path: string): Promise<boolean> {
    if ((await this.#listing(posix.dirname(path))).size === 0) return false;
    return fs.lstat(this.#at(path)).then(
      () => true,
      () => false,
    );
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    await this.#makeFolder(posix.dirname(path));
    await this.#makeFolder(OWN_FOLDER);
    const temporary = this.#at(posix.join(OWN_FOLDER, `${randomUUID()}.tmp`));
    try {
      writeFileSync(temporary, content, { flag: 'wx' });
      renameSync(temporary, this.#at(path));
    } catch (error) {
      await fs.rm(temporary, { force: true });
      throw error;
    }
  }

  /** Removes a file, and the folder it was in where that is empty now. */
  async remove(path: string): Promise<void> {
    await fs.rm(this.#at(path), { force: true });
    await fs.rmdir(dirname(this.#at(path))).catch(() => {});
  }

  /** Removes what a run that was cut off has left; what is young may belong to one that goes on elsewhere. */
  async tidy(): Promise<void> {
    const left = [...(await this.#listing(OWN_FOLDER)).keys()].filter((name) => TEMPORARY.test(name));
    const before = Date.now() - ABANDONED_AFTER_MS;
    for (const path of left.map((name) => this.#at(posix.join(OWN_FOLDER, name)))) {
      const found = await fs.lstat(path).catch(() => undefined);
      if (found && found.mtimeMs < before) await fs.rm(path, { force: true });
    }
  }

  async #kindOf(path: string): Promise<Found['kind']> {
    const kind = (await this.#listing(posix.dirname(path))).get(posix.basename(path));
    if (kind === undefined) return 'none';
    if (kind !== 'file') return 'other';
    const largest = path.startsWith(`${OWN_FOLDER}/`) ? LARGEST_OWN_BYTES : LARGEST_BYTES;
    return lstatSync(this.#at(path)).size > largest ? 'large' : 'file';
  }

  #at(path: string): string {
    return join(this.#root, ...path.split('/'));
  }

  #listing(folder: string): Promise<ReadonlyMap<string, Kind>> {
    let listing = this.#listings.get(folder);
    if (!listing) {
      listing = this.#list(folder);
      this.#listings.set(folder, listing);
    }
    return listing;
  }

  async #list(folder: string): Promise<ReadonlyMap<string, Kind>> {
    if (folder !== '.') {
      const kind = (await this.#listing(posix.dirname(folder))).get(posix.basename(folder));
      if (kind === undefined) return new Map();
      if (kind !== 'folder') throw notAFolder(this.#at(folder));
    }
    const entries = await fs.readdir(this.#at(folder), { withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOENT') return [];
      return refuseFile(error, this.#at(folder));
    });
    return new Map(entries.map((entry) => [entry.name, kindOf(entry)]));
  }

  #makeFolder(folder: string): Promise<void> {
    let made = this.#made.get(folder);
    if (!made) {
      made = folder === '.' ? Promise.resolve() : this.#make(folder);
      this.#made.set(folder, made);
    }
    return made;
  }

  async #make(folder: string): Promise<void> {
    await this.#makeFolder(posix.dirname(folder));
    const path = this.#at(folder);
    await fs.mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      if (!(await fs.lstat(path)).isDirectory()) throw notAFolder(path);
    });
  }
}

function kindOf(entry: Dirent): Kind {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
}

function refuseFile(error: NodeJS.ErrnoException, path: string): never {
  throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? notAFolder(path) : error;
}

function notAFolder(path: string): TreeError {
  return new TreeError(`${path} is no folder of its own, perhaps a link. Move it away, or choose another root.`);
}
