/** An error that the user can correct. Its message is one line and says how to correct it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const EXIT = { ok: 0, failed: 1, usage: 2, config: 3, unavailable: 4, interrupted: 130 } as const;

/** Prints the error (with its stack trace if `debug`) and sets the exit code. */
export function fail(error: unknown, debug: boolean): void {
  const { message, exitCode } = explain(error);
  process.stderr.write(`foldout: ${debug && error instanceof Error ? error.stack : message}\n`);
  // After Ctrl-C, a command may also fail because its work was cancelled.
  if (process.exitCode !== EXIT.interrupted) process.exitCode = exitCode;
}

function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CliError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isConfig = error instanceof Error && error.name === 'ConfigError';
  return { message, exitCode: isConfig ? EXIT.config : EXIT.failed };
}
