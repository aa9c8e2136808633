import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the system tells of no changes (too many watches, a folder of another machine), the folder is looked at. */
const LOOK_EVERY_MS = { watched: 30_000, unwatched: 2_000 } as const;

/** Tells which files of a folder have come, gone or changed, since it was made or last told. */
export class FolderWatch {
  readonly #folder: string;
  readonly #ending: string;
  readonly #tell: (file: string) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #timer: ReturnType<typeof setInterval>;
  #marks: Promise<Map<string, string>>;
  #closed = false;
  readonly #writing = new Map<string, number>();

  constructor(folder: string, ending: string, tell: (file: string) => void) {
    this.#folder = folder;
    this.#ending = ending;
    this.#tell = tell;
    this.#watcher = watcherOf(folder, () => void this.look());
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS[this.#watcher ? 'watched' : 'unwatched']);
    this.#timer.unref();
    this.#marks = this.#read(new Map());
  }

  /** Compares the folder with what was last seen of it. One look at a time. */
  look(): Promise<void> {
    const looked = this.#marks.then(async (before) => {
      const now = await this.#read(before);
      for (const file of new Set([...before.keys(), ...now.keys()])) {
        // What this process is about to change is not told, and looked at afresh when it is done.
        if (this.#writing.has(file)) keep(now, file, before.get(file));
        else if (!this.#closed && before.get(file) !== now.get(file)) this.#tell(file);
      }
      return now;
    });
    this.#marks = looked;
    return looked.then(() => {});
  }

  /** Changes a file without telling of it. */
  async quietly(file: string, change: () => Promise<void>): Promise<void> {
    this.#writing.set(file, (this.#writing.get(file) ?? 0) + 1);
    try {
      await change();
    } finally {
      this.#marks = this.#marks.then(async (marks) => keep(marks, file, await mark(join(this.#folder, file))));
      await this.#marks;
      const left = (this.#writing.get(file) ?? 1) - 1;
      if (left > 0) this.#writing.set(file, left);
      else this.#writing.delete(file);
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#watcher?.close();
  }

  async #read(before: Map<string, string>): Promise<Map<string, string>> {
    try {
      const files = (await readdir(this.#folder)).filter((name) => name.endsWith(this.#ending));
      const marks = await Promise.all(files.map(async (name) => [name, await mark(join(this.#folder, name))] as const));
      return new Map(marks.filter(([, value]) => value !== ''));
    } catch {
      return before;
    }
  }
}

function watcherOf(folder: string, look: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, look);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

function keep(marks: Map<string, string>, file: string, value: string | undefined): Map<string, string> {
  if (value) marks.set(file, value);
  else marks.delete(file);
  return marks;
}

async function mark(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    return '';
  }
}
