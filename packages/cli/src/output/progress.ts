import { note } from './terminal.ts';

export interface Progress {
  say(message: string): void;
  /** Something else is shown from now on. */
  hide(): void;
}

/** Work that takes longer than this is shown. */
const SHOWN_AFTER_MS = 400;

/** Shows what is under way while it takes long; only to a person, and never on stdout. */
export async function withProgress<T>(message: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  if (process.stderr.isTTY !== true) return work({ say: () => {}, hide: () => {} });
  let said = message;
  let spinner: { message(text: string): void; clear(): void } | undefined;
  const timer = setTimeout(() => {
    void import('@clack/prompts').then((clack) => {
      if (done) return;
      const started = clack.spinner({ output: process.stderr, withGuide: false });
      started.start(said);
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
      say: (text) => {
        said = text;
        spinner?.message(text);
      },
      hide,
    });
  } finally {
    hide();
  }
}
