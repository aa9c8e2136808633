/** Something that the person at the keyboard can put right. Its message is one line, and says how. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What an exit code means. */
export const EXIT = { ok: 0, failed: 1, usage: 2, config: 3, unavailable: 4 } as const;

/** Says what went wrong, without a stack unless it is asked for, and ends with a code that scripts can read. */
export function fail(error: unknown, debug: boolean): void {
  const { message, exitCode } = explain(error);
  process.stderr.write(`foldout: ${debug && error instanceof Error ? error.stack : message}\n`);
  process.exitCode = exitCode;
}

function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CliError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isConfig = error instanceof Error && error.name === 'ConfigError';
  return { message, exitCode: isConfig ? EXIT.config : EXIT.failed };
}
