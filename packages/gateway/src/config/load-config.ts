import { homedir } from 'node:os';
import { dirname, extname, resolve } from 'node:path';
import { contentHash } from '@foldout/core';
import { asRaw, isRaw, type Raw } from './client-fields.ts';
import { type ShapedConfig, shapeConfig } from './client-shapes.ts';
import { readConfigFile, withoutMark } from './config-file.ts';
import { type ConfigIssue, configIssues } from './config-issues.ts';
import { ConfigError, type ConfigPath, type ConfigProblem, formatPath } from './config-problem.ts';
import { brokenRules } from './config-rules.ts';
import { type GatewayConfig, gatewayConfig } from './config-schema.ts';
import { type ConfigText, parseConfigText } from './config-text.ts';
import { expandConfig, workspaceOf } from './expand-config.ts';
import { SecretValues } from './secret-values.ts';

export interface LoadConfigOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly cwd?: string;
}

export interface ConfigSource {
  readonly file?: string | undefined;
  readonly line: number;
  readonly column: number;
}

export interface LoadedConfig {
  readonly config: GatewayConfig;
  /** What is wrong with single servers, which are then left out, and what is worth knowing. */
  readonly problems: readonly ConfigProblem[];
  /** Where each server stands. */
  readonly sources: Readonly<Record<string, ConfigSource>>;
  /** What no log may show. */
  readonly secrets: ReadonlySet<string>;
  /** Another one means that the text of the file is another one. */
  readonly fingerprint: string;
}

/** A file by its path, or a text with the name that problems are to give it. */
export type ConfigInput = string | { readonly text: string; readonly file?: string };

/**
 * Reads, expands and checks a configuration: ours, or the file of a client. Throws one `ConfigError` with
 * everything that is wrong; what costs a single server is among the `problems` instead.
 */
export function loadConfig(input: ConfigInput, options: LoadConfigOptions = {}): LoadedConfig {
  const { env = process.env, home = homedir(), cwd = process.cwd() } = options;
  const file = typeof input === 'string' ? resolve(cwd, input) : input.file;
  const text = typeof input === 'string' ? readConfigFile(resolve(cwd, input)) : withoutMark(input.text);
  const parsed = parse(text, file);
  const shaped = shapeConfig(asRaw(parsed.value), file);
  const secrets = new SecretValues();
  const around = { env, home, workspace: workspaceOf(file, cwd) };
  const folder = file ? dirname(resolve(cwd, file)) : cwd;
  const { value, missing } = expandConfig(shaped.value, around, folder, secrets);

  const findings = new Findings(parsed, shaped, file);
  for (const issue of missing) findings.missing(issue, isDisabled(value, issue.path));
  for (const issue of [...configIssues(value), ...brokenRules(value)]) findings.add(issue);
  for (const { path, message, server } of shaped.warnings) findings.warn(path, message, server);
  findings.throwIfWrong();

  const config = gatewayConfig.parse(usable(value, findings));
  for (const server of Object.values(asRaw(value['mcpServers']))) secrets.server(asRaw(server));
  for (const { token } of config.http?.tokens ?? []) secrets.certain(token);
  secrets.certain(config.database);
  secrets.address(config.database);
  const sources = Object.fromEntries(
    Object.keys(config.mcpServers).map((name) => {
      return [name, { file, ...parsed.locate(shaped.originOf(['mcpServers', name])) }];
    }),
  );
  return {
    config,
    problems: findings.problems,
    sources,
    secrets: secrets.values,
    fingerprint: contentHash(text),
  };
}

function parse(text: string, file: string | undefined): ConfigText {
  if (file && extname(file) === '.toml') {
    const message = 'a gateway reads JSON; `foldout import` makes a configuration of this file';
    throw new ConfigError([{ severity: 'error', file, path: '', message }], file);
  }
  const parsed = parseConfigText(text);
  const problems = [...parsed.problems];
  if (problems.length === 0 && !isRaw(parsed.value)) {
    problems.push({ path: '', message: 'expected an object with "mcpServers"', ...parsed.locate([]) });
  }
  if (problems.length === 0) return parsed;
  throw new ConfigError(
    problems.map((problem) => ({ severity: 'error', file, ...problem })),
    file,
  );
}

/** Sorts what was found into what stops the gateway, what costs a server and what is only worth knowing. */
class Findings {
  readonly problems: ConfigProblem[] = [];
  readonly #fatal: ConfigProblem[] = [];
  /** Fields that wait for a variable: what the schema has against them says nothing. */
  readonly #waiting = new Set<string>();
  readonly #broken = new Set<string>();
  readonly #text: ConfigText;
  readonly #shaped: ShapedConfig;
  readonly #file: string | undefined;

  constructor(text: ConfigText, shaped: ShapedConfig, file: string | undefined) {
    this.#text = text;
    this.#shaped = shaped;
    this.#file = file;
  }

  missing(issue: ConfigIssue, disabled: boolean): void {
    this.#waiting.add(formatPath(issue.path));
    const server = serverOf(issue.path);
    if (!server) this.#fatal.push(this.#problem('error', issue));
    else if (!disabled) this.#cost(server, issue);
  }

  add(issue: ConfigIssue): void {
    const server = serverOf(issue.path);
    if (this.#waiting.has(formatPath(issue.path))) {
      if (server) this.#broken.add(server);
    } else if (this.#shaped.owner === 'foldout' || !server) this.#fatal.push(this.#problem('error', issue));
    else if (issue.unknown) this.#unknown(issue, server);
    else this.#cost(server, issue);
  }

  warn(path: ConfigPath, message: string, server?: string): void {
    this.problems.push(this.#problem('warning', { path, message }, server));
  }

  leavesOut(server: string): boolean {
    return this.#broken.has(server);
  }

  throwIfWrong(): void {
    if (this.#fatal.length === 0) return;
    const errors = [...this.#fatal, ...this.problems.filter(({ severity }) => severity === 'error')];
    const order = (problem: ConfigProblem): number => (problem.line ?? 0) * 1e6 + (problem.column ?? 0);
    throw new ConfigError(
      errors.sort((a, b) => order(a) - order(b)),
      this.#file,
    );
  }

  #unknown(issue: ConfigIssue, server: string): void {
    this.#ignored.add(formatPath(issue.path));
    this.problems.push(this.#problem('warning', issue, server));
  }

  readonly #ignored = new Set<string>();

  ignores(path: ConfigPath): boolean {
    return this.#ignored.has(formatPath(path));
  }

  #cost(server: string, issue: ConfigIssue): void {
    this.#broken.add(server);
    this.problems.push(this.#problem('error', issue, server));
  }

  #problem(severity: ConfigProblem['severity'], { path, message }: ConfigIssue, server?: string): ConfigProblem {
    const { line, column } = this.#text.locate(this.#shaped.originOf(path));
    return { severity, message, path: formatPath(this.#shaped.originOf(path)), server, file: this.#file, line, column };
  }
}

function serverOf([first, name]: ConfigPath): string | undefined {
  return first === 'mcpServers' && typeof name === 'string' ? name : undefined;
}

function isDisabled(config: Raw, [first, name]: ConfigPath): boolean {
  return first === 'mcpServers' && asRaw(asRaw(config['mcpServers'])[String(name)])['disabled'] === true;
}

/** The configuration without the servers that cannot be used and the fields that only a client knows. */
function usable(config: Raw, findings: Findings): Raw {
  const servers = Object.entries(asRaw(config['mcpServers']))
    .filter(([name]) => !findings.leavesOut(name))
    .map(([name, server]) => {
      const path = ['mcpServers', name];
      const fields = Object.entries(asRaw(server)).filter(([field]) => !findings.ignores([...path, field]));
      return [name, Object.fromEntries(fields)];
    });
  return { ...config, mcpServers: Object.fromEntries(servers) };
}
