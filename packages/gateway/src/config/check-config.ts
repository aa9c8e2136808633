import { asObject, isFoldout, isObject, type JsonObject, startsFoldout } from '@foldout/clients/internal';
import type { ShapedConfig } from './client-shapes.ts';
import { brokenRules } from './config-rules.ts';
import type { GatewayConfig } from './config-schema.ts';
import type { ConfigText } from './config-text.ts';
import { policyWarnings } from './policy-rules.ts';
import { ConfigError, type ConfigPath, type FieldProblem, formatPath, type Problem } from './problem.ts';
import { schemaProblems } from './schema-problems.ts';

export interface UncheckedConfig {
  readonly parsed: ConfigText;
  readonly shaped: ShapedConfig;
  /** `shaped.value` with its variables (`${NAME}`) replaced. */
  readonly value: JsonObject;
  /** A problem for each field that uses a variable that is not set. */
  readonly missing: readonly FieldProblem[];
  /** Whether a field still contains an unreplaced variable. The schema cannot check such a field. */
  readonly isUnresolved: (path: ConfigPath) => boolean;
  readonly file: string | undefined;
}

export interface CheckedConfig {
  readonly config: GatewayConfig;
  readonly problems: readonly Problem[];
}

/** Checks a configuration against the schema and the rules. Throws a `ConfigError` if it cannot be used. */
export function checkConfig({ parsed, shaped, value, missing, isUnresolved, file }: UncheckedConfig): CheckedConfig {
  const report = new ConfigReport(parsed, shaped, file);
  for (const problem of missing) report.addMissing(problem, isDisabled(value, problem.path));
  for (const problem of [...schemaProblems(value), ...brokenRules(value)]) {
    if (!isUnresolved(problem.path)) report.add(problem);
  }
  for (const name of ownEntries(value, shaped.owner)) report.leaveOutOwnEntry(name);
  for (const problem of [...shaped.warnings, ...policyWarnings(value)]) report.warn(problem);
  report.throwIfRefused();
  // Every part that failed the schema was removed, and the schema transforms no value, so the cast is safe.
  const config = usablePart(value, report) as GatewayConfig;
  return { config, problems: report.problems };
}

/**
 * The servers that are this gateway itself. In a client's file, an entry `foldout` with a `url` is how the client
 * reaches this gateway. In Foldout's own file, such a `url` may lead to another gateway, so the entry stays.
 */
function ownEntries(config: JsonObject, owner: ShapedConfig['owner']): string[] {
  return Object.entries(asObject(config['mcpServers'])).flatMap(([name, server]) => {
    const own = owner === 'client' ? isFoldout(name, asObject(server)) : startsFoldout(asObject(server));
    return own ? [name] : [];
  });
}

function isDisabled(config: JsonObject, [first, name]: ConfigPath): boolean {
  return first === 'mcpServers' && asObject(asObject(config['mcpServers'])[String(name)])['disabled'] === true;
}

/** The configuration without the servers that are left out and the fields that are ignored. */
function usablePart(config: JsonObject, report: ConfigReport): JsonObject {
  const withoutIgnored = (value: unknown, path: ConfigPath): unknown => {
    if (!isObject(value)) return value;
    const fields = Object.entries(value).filter(([field]) => !report.ignores([...path, field]));
    return Object.fromEntries(fields.map(([field, inner]) => [field, withoutIgnored(inner, [...path, field])]));
  };
  const servers = Object.entries(asObject(config['mcpServers'])).filter(([name]) => !report.leavesOut(name));
  return { ...config, mcpServers: withoutIgnored(Object.fromEntries(servers), ['mcpServers']) };
}

/** Collects problems. A problem refuses the whole configuration, leaves out one server, or is only a warning. */
class ConfigReport {
  readonly #refusing: Problem[] = [];
  readonly #others: Problem[] = [];
  readonly #leftOut = new Set<string>();
  readonly #ignored = new Set<string>();
  readonly #text: ConfigText;
  readonly #shaped: ShapedConfig;
  readonly #file: string | undefined;

  constructor(text: ConfigText, shaped: ShapedConfig, file: string | undefined) {
    this.#text = text;
    this.#shaped = shaped;
    this.#file = file;
  }

  get problems(): readonly Problem[] {
    return [...this.#others].sort(byPlace);
  }

  addMissing(problem: FieldProblem, disabled: boolean): void {
    const server = serverOf(problem.path);
    if (!server) this.#refusing.push(this.#placed(problem));
    else if (!disabled) this.#leaveOut(server, problem);
  }

  /**
   * In a client's file, a problem with a server leaves out the server or one of its fields. Any other problem refuses
   * the configuration.
   */
  add(problem: FieldProblem): void {
    const server = serverOf(problem.path);
    if (this.#shaped.owner === 'foldout' || !server) {
      this.#refusing.push(this.#placed({ ...problem, severity: 'error' }));
    } else if (problem.severity === 'warning') {
      this.#ignored.add(formatPath(problem.path));
      this.warn(problem);
    } else this.#leaveOut(server, problem);
  }

  warn(problem: FieldProblem): void {
    this.#others.push(this.#placed(problem));
  }

  leaveOutOwnEntry(server: string): void {
    const message = 'this entry is Foldout itself, so it is left out';
    this.#leaveOut(server, { severity: 'warning', path: ['mcpServers', server], message });
  }

  leavesOut(server: string): boolean {
    return this.#leftOut.has(server);
  }

  ignores(path: ConfigPath): boolean {
    return this.#ignored.has(formatPath(path));
  }

  throwIfRefused(): void {
    if (this.#refusing.length === 0) return;
    const errors = [...this.#refusing, ...this.#others.filter(({ severity }) => severity === 'error')];
    throw new ConfigError(errors.sort(byPlace), this.#file);
  }

  #leaveOut(server: string, problem: FieldProblem): void {
    this.#leftOut.add(server);
    this.warn(problem);
  }

  #placed(problem: FieldProblem): Problem {
    const path = this.#shaped.originOf(problem.path);
    const { line, column } = this.#text.locate(path);
    return { ...problem, path: formatPath(path), server: serverOf(problem.path), file: this.#file, line, column };
  }
}

function byPlace(a: Problem, b: Problem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function serverOf([first, name]: ConfigPath): string | undefined {
  return first === 'mcpServers' && typeof name === 'string' ? name : undefined;
}
