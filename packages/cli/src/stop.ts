const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The process exits after this time even if a server does not close. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Closes and exits, once, on the first signal or when `finished` resolves. */
export function onStop(finished: Promise<unknown> | undefined, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  void finished?.then(stop);
}
