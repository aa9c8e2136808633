import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from './load-config.ts';
import { ConfigError } from './problem.ts';

const WATCH_DEFAULTS = {
  /** An editor writes a file in several steps. The debounce skips the incomplete versions. */
  debounceMs: 150,
} as const;

export interface WatchConfigOptions extends LoadConfigOptions {
  readonly debounceMs?: number;
  /** The configuration in use. If set, a change between loading and the start of the watch is reported too. */
  readonly loaded?: LoadedConfig;
  /** Called when the new version of the file is invalid. The previous configuration stays in use. */
  readonly onError?: (error: ConfigError) => void;
}

export interface ConfigWatch extends AsyncDisposable {
  close(): Promise<void>;
}

/**
 * Calls `onChange` with every new valid version of a file, whether an editor writes it in place or replaces it. An error
 * that `onChange` throws rejects the version, like an invalid file.
 */
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
      const rejected = error instanceof ConfigError ? error : rejectedFile(path, error);
      if (rejected.message !== reported) options.onError?.(rejected);
      reported = rejected.message;
    }
  };

  // Kubernetes mounts a file as a link into the folder `..data` and replaces that folder: the file itself does not change.
  const files = new Set([path, join(dirname(path), '..data'), realPath(path)]);
  const folders = [...new Set([dirname(path), dirname(realPath(path))])];
  const names = new Set([...files].map((name) => basename(name)));
  const { watch } = await import('chokidar');
  const watcher = watch(folders, {
    ignoreInitial: true,
    depth: 0,
    ignored: (name) => !files.has(resolve(name)) && !folders.includes(resolve(name)),
  });
  let timer: NodeJS.Timeout | undefined;
  const schedule = (changed: string): void => {
    if (!names.has(basename(changed))) return;
    clearTimeout(timer);
    timer = setTimeout(check, options.debounceMs ?? WATCH_DEFAULTS.debounceMs);
  };
  watcher.on('all', (_event, changed) => schedule(changed));
  // A file that is replaced twice in a moment, or a link that gets another target, emits only `raw`.
  watcher.on('raw', (_event, changed) => schedule(String(changed ?? path)));
  // The gateway goes on without reloading if the folder can no longer be watched.
  watcher.on('error', (error) => {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    const message = `this file is no longer watched for changes (${code})`;
    options.onError?.(ConfigError.ofFile(path, { message, fix: 'restart the gateway after a change' }, error));
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

/** Whatever goes wrong with a new configuration, it must not end the gateway that runs with the one before. */
function rejectedFile(path: string, error: unknown): ConfigError {
  const message = error instanceof Error ? error.message : String(error);
  return ConfigError.ofFile(path, { message, fix: 'correct the file; it is read again when it changes' }, error);
}

/** Resolves symbolic links: users often link to settings that are in another folder. */
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
