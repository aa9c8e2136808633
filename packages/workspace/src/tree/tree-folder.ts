import { randomUUID } from 'node:crypto';
import { type Dirent, promises as fs, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The generator's own folder inside the tree. */
export const OWN_FOLDER = '.foldout';
const ABANDONED_AFTER_MS = 60_000;
const TEMPORARY = /^[0-9a-f-]{36}\.tmp$/;

/** A larger file is not a generated file and is not read. Files in the own folder grow with the number of tools. */
const LARGEST_BYTES = 64_000_000;
const LARGEST_OWN_BYTES = 400_000_000;

type Kind = 'file' | 'folder' | 'other';
type Found = { readonly kind: 'file'; readonly text: string } | { readonly kind: 'large' | 'other' | 'none' };

/** The tree cannot be read or written at its root. */
export class TreeError extends Error {
  override readonly name = 'TreeError';
}

/**
 * The folder of a tree. It follows no symbolic link out of the root, and replaces files atomically. Paths come from the
 * plan or the validated manifest. Files are small and read and written synchronously, which is several times faster than
 * the thread pool; callers with many files yield to the event loop.
 */
export class TreeFolder {
  readonly #root: string;
  readonly #listings = new Map<string, Promise<ReadonlyMap<string, Kind>>>();
  readonly #made = new Map<string, Promise<void>>();

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(root: string, create: boolean): Promise<TreeFolder> {
    if (create) await fs.mkdir(root, { recursive: true }).catch((error) => rethrow(error, root));
    const real = await fs.realpath(root).catch(() => root);
    return new TreeFolder(real);
  }

  /** The content at a path: text, or the reason why there is none (too large, not a regular file, missing). */
  async read(path: string): Promise<Found> {
    const kind = await this.#kindOf(path);
    return kind === 'file' ? { kind, text: readFileSync(this.#at(path), 'utf8') } : { kind };
  }

  /** The bytes of a regular file that is not too large; else undefined. */
  async readBytes(path: string): Promise<Buffer | undefined> {
    return (await this.#kindOf(path)) === 'file' ? readFileSync(this.#at(path)) : undefined;
  }

  /** Whether the path exists, also under a name in another case on a case-insensitive file system. */
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

  /** Removes a file, and its folder if that is empty afterwards. */
  async remove(path: string): Promise<void> {
    await fs.rm(this.#at(path), { force: true });
    await fs.rmdir(dirname(this.#at(path))).catch(() => {});
  }

  /** Removes old temporary files of interrupted runs. Recent ones may belong to a run in another process. */
  async removeTemporary(): Promise<void> {
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
      return rethrow(error, this.#at(folder));
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

function rethrow(error: NodeJS.ErrnoException, path: string): never {
  throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? notAFolder(path) : error;
}

function notAFolder(path: string): TreeError {
  return new TreeError(`${path} is not a folder, or is a symbolic link. Move it, or choose another root.`);
}
