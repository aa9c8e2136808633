import { note } from './terminal.ts';

export interface Progress {
  update(message: string): void;
  /** Removes the spinner before other output. */
  hide(): void;
}

/** Shorter work shows no spinner. */
const SHOWN_AFTER_MS = 400;

/** Shows a spinner on stderr while `work` takes long; only on a terminal. */
export async function withProgress<T>(message: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  if (process.stderr.isTTY !== true) return work({ update: () => {}, hide: () => {} });
  let current = message;
  let spinner: { message(text: string): void; clear(): void } | undefined;
  const timer = setTimeout(() => {
    void import('@clack/prompts').then((clack) => {
      if (done) return;
      const started = clack.spinner({ output: process.stderr, withGuide: false });
      started.start(current);
      spinner = started;
    }, note);
  }, SHOWN_AFTER_MS);
  let done = false;
  const hide = (): void => {
    done = true;
    clearTimeout(timer);
    spinner?.clear();
    spinner = undefined;
  };
  try {
    return await work({
      update: (text) => {
        current = text;
        spinner?.message(text);
      },
      hide,
    });
  } finally {
    hide();
  }
}
