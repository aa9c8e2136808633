export type ConfigPath = readonly (string | number)[];

/** What is wrong with a configuration and where. Never holds a value of the file: that could be a secret. */
export interface ConfigProblem {
  /** An `error` with a `server` costs that server alone; a `warning` costs nothing. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The field, such as `mcpServers.github.env.TOKEN`; empty where the whole file is meant. */
  readonly path: string;
  readonly server?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A configuration that cannot be used, with everything that is wrong with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly file: string | undefined;
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], file?: string, options?: ErrorOptions) {
    super(problems.map(formatProblem).join('\n'), options);
    this.file = file;
    this.problems = problems;
  }
}

/** `file:line:column field: what is wrong`, the form that terminals and editors make a link of. */
export function formatProblem(problem: ConfigProblem): string {
  const { file = 'configuration', line, column, path, message } = problem;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return path ? `${place} ${path}: ${message}` : `${place}: ${message}`;
}

export function formatPath(path: ConfigPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[A-Za-z0-9_$-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text ? `${text}.${step}` : step;
  }, '');
}
