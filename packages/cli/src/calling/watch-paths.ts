import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** An editor writes a file in several steps. The debounce skips the incomplete versions. */
const DEBOUNCE_MS = 150;

/**
 * Runs `work` now, and again after every change of one of the paths (files or folders), until the signal aborts. A change
 * during a run causes one more run; `work` reports its own errors.
 */
export async function runOnChange(
  paths: readonly string[],
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  let wake = (): void => {};
  let changed = true;
  let timer: NodeJS.Timeout | undefined;
  const onChange = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      changed = true;
      wake();
    }, DEBOUNCE_MS);
  };
  const onAbort = (): void => wake();
  const watchers = paths.flatMap((path) => watchersOf(resolve(path), onChange));
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      if (changed) {
        changed = false;
        await work();
        continue;
      }
      await new Promise<void>((resume) => {
        wake = resume;
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
}

/** Watches the folder of the path, because an editor may replace the file. A folder is watched itself, too. */
function watchersOf(path: string, onChange: () => void): FSWatcher[] {
  const own = opened(path, onChange);
  const name = basename(path);
  const parent = opened(dirname(path), (changed) => {
    if (changed === null || changed === name) onChange();
  });
  return [own, parent].filter((watcher) => watcher !== undefined);
}

function opened(path: string, onChange: (changed: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, (_event, changed) => onChange(changed));
    // A removed folder ends its watch; the watch of its parent goes on.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
