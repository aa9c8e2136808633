import type { ShapedConfig } from './client-shapes.ts';
import type { ConfigIssue } from './config-issues.ts';
import { ConfigError, type ConfigPath, type ConfigProblem, formatPath } from './config-problem.ts';
import type { ConfigText } from './config-text.ts';

/** Sorts what was found into what stops the gateway, what costs a server and what is only worth knowing. */
export class ConfigFindings {
  /** What does not stop the gateway. */
  readonly #bearable: ConfigProblem[] = [];
  readonly #fatal: ConfigProblem[] = [];
  readonly #broken = new Set<string>();
  readonly #ignored = new Set<string>();
  readonly #text: ConfigText;
  readonly #shaped: ShapedConfig;
  readonly #file: string | undefined;

  constructor(text: ConfigText, shaped: ShapedConfig, file: string | undefined) {
    this.#text = text;
    this.#shaped = shaped;
    this.#file = file;
  }

  missing(issue: ConfigIssue, disabled: boolean): void {
    const server = serverOf(issue.path);
    if (!server) this.#fatal.push(this.#problem('error', issue));
    else if (!disabled) this.#cost(server, issue);
  }

  add(issue: ConfigIssue): void {
    const server = serverOf(issue.path);
    if (this.#shaped.owner === 'foldout' || !server) this.#fatal.push(this.#problem('error', issue));
    else if (issue.ignorable) this.#ignore(issue, server);
    else this.#cost(server, issue);
  }

  warn(path: ConfigPath, message: string, server?: string): void {
    this.#bearable.push(this.#problem('warning', { path, message }, server));
  }

  get problems(): readonly ConfigProblem[] {
    return [...this.#bearable].sort(byPlace);
  }

  /** Takes a server out for a reason that is nobody's mistake. */
  leaveOut(server: string, message: string): void {
    this.#broken.add(server);
    this.warn(['mcpServers', server], message, server);
  }

  leavesOut(server: string): boolean {
    return this.#broken.has(server);
  }

  ignores(path: ConfigPath): boolean {
    return this.#ignored.has(formatPath(path));
  }

  throwIfWrong(): void {
    if (this.#fatal.length === 0) return;
    const errors = [...this.#fatal, ...this.#bearable.filter(({ severity }) => severity === 'error')];
    throw new ConfigError(errors.sort(byPlace), this.#file);
  }

  #ignore(issue: ConfigIssue, server: string): void {
    this.#ignored.add(formatPath(issue.path));
    this.#bearable.push(this.#problem('warning', issue, server));
  }

  #cost(server: string, issue: ConfigIssue): void {
    this.#broken.add(server);
    this.#bearable.push(this.#problem('error', issue, server));
  }

  #problem(severity: ConfigProblem['severity'], { path, message }: ConfigIssue, server?: string): ConfigProblem {
    const { line, column } = this.#text.locate(this.#shaped.originOf(path));
    const named = server ?? serverOf(path);
    return {
      severity,
      message,
      path: formatPath(this.#shaped.originOf(path)),
      server: named,
      file: this.#file,
      line,
      column,
    };
  }
}

function byPlace(a: ConfigProblem, b: ConfigProblem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function serverOf([first, name]: ConfigPath): string | undefined {
  return first === 'mcpServers' && typeof name === 'string' ? name : undefined;
}
