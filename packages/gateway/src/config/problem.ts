/** Steps from the root of a file to a field. */
export type ConfigPath = readonly (string | number)[];

/**
 * One thing that is wrong with a configuration. It contains no strings of the file, because they could be secrets.
 * Numbers and booleans may be shown, except in secret fields.
 */
export interface Problem<Path = string> {
  /** An `error` with a `server` leaves that server out; an `error` without one refuses the configuration. */
  readonly severity: 'error' | 'warning';
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. Absent: nothing has to be done. */
  readonly fix?: string | undefined;
  /** The field, such as `mcpServers.github.env.TOKEN`; empty where the whole file is meant. */
  readonly path: Path;
  readonly server?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A problem of a field whose line in the file has not been looked up yet. */
export type FieldProblem = Problem<ConfigPath>;

export function error(path: ConfigPath, message: string, fix: string): FieldProblem {
  return { severity: 'error', path, message, fix };
}

/** The message and the fix of a problem, without its position. */
export type Advice = Pick<Problem, 'message' | 'fix'>;

/** A configuration that cannot be used, with all of its problems. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly file: string | undefined;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], file?: string, options?: ErrorOptions) {
    super(problems.map(formatProblem).join('\n'), options);
    this.file = file;
    this.problems = problems;
  }

  /** For a file that is wrong as a whole. */
  static ofFile(file: string, advice: Advice, cause?: unknown): ConfigError {
    return new ConfigError([{ severity: 'error', file, path: '', ...advice }], file, { cause });
  }
}

/** `file:line:column field: what is wrong; what to do`. Terminals and editors make a link of this form. */
export function formatProblem(problem: Problem): string {
  const { file = 'configuration', line, column, path, message, fix } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return `${place}${path && ` ${path}`}: ${message}${fix ? `; ${fix}` : ''}`;
}

export function formatPath(path: ConfigPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[A-Za-z0-9_$-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text ? `${text}.${step}` : step;
  }, '');
}
