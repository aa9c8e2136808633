import { resolve } from 'node:path';
import { ConfigError, formatProblem, type LoadedConfig, type Log, watchConfig } from '@foldout/gateway';
import { watchAgreements } from '@foldout/gateway/internal';
import { isAgreed } from '@foldout/gateway/internal/catalog';
import type { ChosenConfig } from './find-config.ts';
import { typed } from './invocation.ts';

export interface Reloading {
  /** The configuration in use. */
  readonly chosen: ChosenConfig;
  /** Chooses and loads the configuration again. */
  readonly choose: () => ChosenConfig;
  /** The working folder at the start. */
  readonly folder: string;
  readonly log: Log;
  /** Throws for a configuration that is rejected. */
  readonly apply: (changed: LoadedConfig) => void;
}

/** The watch starts later, so that it does not slow the first requests. */
const WATCHED_AFTER_MS = 1_000;

/** Applies a changed configuration, and one of the working folder when the user agrees to it. Closing it early cancels it. */
export function watchLater(options: Reloading): { close(): Promise<void> } {
  let started: Promise<{ close(): Promise<void> }> | undefined;
  const timer = setTimeout(() => {
    started = watchNow(options);
  }, WATCHED_AFTER_MS).unref();
  return {
    close: async () => {
      clearTimeout(timer);
      await (await started)?.close();
    },
  };
}

async function watchNow({ chosen, choose, folder, log, apply }: Reloading): Promise<{ close(): Promise<void> }> {
  const path = chosen.file === undefined ? undefined : resolve(folder, chosen.file);
  const rejected = (error: Error): void =>
    log.warn(`the configuration was not reloaded, the previous one stays in use: ${error.message}`);
  const changedTo = (changed: LoadedConfig): void => {
    for (const problem of changed.problems) log.warn(formatProblem(problem));
    if (path !== undefined && chosen.inFolder && !isAgreed(path, changed.fingerprint)) throw notAgreed(path);
    apply(changed);
  };
  const files = path && (await watchConfig(path, changedTo, { loaded: chosen.loaded, cwd: folder, onError: rejected }));
  const agreedTo = (): void => {
    try {
      const now = choose();
      if (!now.inFolder || now.unagreed.length === 0) apply(now.loaded);
    } catch (error) {
      rejected(error as Error);
    }
  };
  const agreements = chosen.inFolder || chosen.unagreed.length > 0 ? watchAgreements(agreedTo) : undefined;
  // The user may have agreed between the start and the watch.
  if (chosen.unagreed.length > 0 && choose().unagreed.length < chosen.unagreed.length) agreedTo();
  return {
    close: async () => {
      agreements?.close();
      await (files || undefined)?.close();
    },
  };
}

function notAgreed(file: string): ConfigError {
  const fix = `to agree: ${typed(`allow ${JSON.stringify(file)}`)}`;
  return ConfigError.ofFile(file, { message: 'this file of a working folder has changed since you agreed to it', fix });
}
