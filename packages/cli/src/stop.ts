const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A server that does not let go must not keep the process. */
const PATIENCE_MS = 5_000;

/** Closes and ends the process, once, when it is told to or when what it waits for is over. */
export function onStop(over: Promise<unknown> | undefined, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  void over?.then(stop);
}
