import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileVersion } from './private-files.ts';

/** Polling interval. File system events can be missing (a network drive, too many watches), so the folder is polled too. */
const POLL_MS = { watched: 30_000, unwatched: 2_000 } as const;

/** Reports which files of a folder were added, removed or changed since the last report. */
export class FolderWatch {
  readonly #folder: string;
  readonly #ending: string;
  readonly #onChange: (file: string) => void;
  readonly #watcher: FSWatcher | undefined;
  readonly #timer: ReturnType<typeof setInterval>;
  /** File → `fileVersion`. */
  #versions: Promise<Map<string, string>>;
  #closed = false;
  /** Ref count of the writes of this process, by file. */
  readonly #writing = new Map<string, number>();

  constructor(folder: string, ending: string, onChange: (file: string) => void) {
    this.#folder = folder;
    this.#ending = ending;
    this.#onChange = onChange;
    this.#watcher = watcherOf(folder, () => void this.scan());
    this.#timer = setInterval(() => void this.scan(), POLL_MS[this.#watcher ? 'watched' : 'unwatched']);
    this.#timer.unref();
    this.#versions = this.#read(new Map());
  }

  /** Compares the folder with the last scan. Scans run one at a time. */
  scan(): Promise<void> {
    const scanned = this.#versions.then(async (before) => {
      const now = await this.#read(before);
      for (const file of new Set([...before.keys(), ...now.keys()])) {
        // A file that this process is writing keeps its old version here. `withoutEvent` updates it after the write.
        if (this.#writing.has(file)) setVersion(now, file, before.get(file));
        else if (!this.#closed && before.get(file) !== now.get(file)) this.#onChange(file);
      }
      return now;
    });
    this.#versions = scanned;
    return scanned.then(() => {});
  }

  /** Runs a write without reporting the change. */
  async withoutEvent(file: string, change: () => Promise<void>): Promise<void> {
    this.#writing.set(file, (this.#writing.get(file) ?? 0) + 1);
    try {
      await change();
    } finally {
      this.#versions = this.#versions.then(async (versions) =>
        setVersion(versions, file, await fileVersion(join(this.#folder, file)).catch(() => '')),
      );
      await this.#versions;
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
      const versions = await Promise.all(
        files.map(async (name) => [name, await fileVersion(join(this.#folder, name)).catch(() => '')] as const),
      );
      return new Map(versions.filter(([, version]) => version !== ''));
    } catch {
      return before;
    }
  }
}

function watcherOf(folder: string, scan: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, scan);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

function setVersion(versions: Map<string, string>, file: string, version: string | undefined): Map<string, string> {
  if (version) versions.set(file, version);
  else versions.delete(file);
  return versions;
}
