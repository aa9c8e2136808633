import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError } from './config-problem.ts';
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from './load-config.ts';

export const WATCH_DEFAULTS = {
  /** An editor writes a file in several steps; what stands there in between is not meant. */
  debounceMs: 150,
} as const;

export interface WatchConfigOptions extends LoadConfigOptions {
  readonly debounceMs?: number;
  /** What is in use: a change that came before the watching began is then seen too. */
  readonly loaded?: LoadedConfig;
  /** The new version cannot be used; the one before stays in force. */
  readonly onError?: (error: ConfigError) => void;
}

export interface ConfigWatch extends AsyncDisposable {
  close(): Promise<void>;
}

/** Calls `onChange` with every new version of a file that can be used, however an editor saves it. */
export async function watchConfig(
  file: string,
  onChange: (loaded: LoadedConfig) => void,
  options: WatchConfigOptions = {},
): Promise<ConfigWatch> {
  const path = resolve(options.cwd ?? process.cwd(), file);
  let fingerprint = options.loaded?.fingerprint ?? fingerprintOf(path, options);
  let reported: string | undefined;
  const check = (): void => {
    try {
      const loaded = loadConfig(path, options);
      reported = undefined;
      if (loaded.fingerprint === fingerprint) return;
      fingerprint = loaded.fingerprint;
      onChange(loaded);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      if (error.message !== reported) options.onError?.(error);
      reported = error.message;
    }
  };

  // Mounted settings are links to a folder that is exchanged as a whole; the file itself then shows no change.
  const files = new Set([path, join(dirname(path), '..data'), realPath(path)]);
  const folders = [...new Set([dirname(path), dirname(realPath(path))])];
  const names = new Set([...files].map((one) => basename(one)));
  const { watch } = await import('chokidar');
  const watcher = watch(folders, {
    ignoreInitial: true,
    depth: 0,
    ignored: (one) => !files.has(resolve(one)) && !folders.includes(resolve(one)),
  });
  let timer: NodeJS.Timeout | undefined;
  const seen = (changed: string): void => {
    if (!names.has(basename(changed))) return;
    clearTimeout(timer);
    timer = setTimeout(check, options.debounceMs ?? WATCH_DEFAULTS.debounceMs);
  };
  watcher.on('all', (_event, changed) => seen(changed));
  // A file that is replaced twice in a moment, or a link that leads elsewhere, shows only here.
  watcher.on('raw', (_event, changed) => seen(String(changed ?? path)));
  // A folder that cannot be watched any longer costs the reloading, not the gateway.
  watcher.on('error', (error) => {
    const message = `changes are no longer seen (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
    options.onError?.(new ConfigError([{ severity: 'error', file: path, path: '', message }], path, { cause: error }));
  });
  await new Promise<void>((ready) => watcher.once('ready', ready));
  if (options.loaded) check();

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    await watcher.close();
    clearTimeout(timer);
  };
  return { close, [Symbol.asyncDispose]: close };
}

/** People keep their settings in one folder and link to them. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function fingerprintOf(path: string, options: LoadConfigOptions): string | undefined {
  try {
    return loadConfig(path, options).fingerprint;
  } catch {
    return undefined;
  }
}
