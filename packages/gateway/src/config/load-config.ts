import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { extname, resolve } from 'node:path';
import { checkConfig } from './check-config.ts';
import { asRaw, isRaw } from './client-fields.ts';
import { shapeConfig } from './client-shapes.ts';
import { readConfigFile, withoutMark } from './config-file.ts';
import { ConfigError, type ConfigPath, type ConfigProblem, formatPath } from './config-problem.ts';
import type { GatewayConfig } from './config-schema.ts';
import { type ConfigText, parseConfigText } from './config-text.ts';
import { expandConfig, foldersOf } from './expand-config.ts';
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
  const { folder, workspace } = foldersOf(file, cwd, home);
  const { value, missing } = expandConfig(shaped.value, { env, home, workspace }, folder, secrets);
  const open = new Set(missing.map(({ path }) => formatPath(path)));
  const isOpen = (path: ConfigPath): boolean => open.has(formatPath(path));

  const { config, problems } = checkConfig({ parsed, shaped, value, missing, isOpen, file });
  for (const server of Object.values(asRaw(value['mcpServers']))) secrets.addServer(asRaw(server));
  for (const { token } of config.http?.tokens ?? []) secrets.add(token);
  secrets.add(config.database);
  secrets.addWithin(config.database);
  let sources: LoadedConfig['sources'] | undefined;
  return {
    config,
    problems,
    // Hardly anybody asks where servers stand, and to find out takes as long as everything else here.
    get sources() {
      sources ??= Object.fromEntries(
        Object.keys(config.mcpServers).map((name) => {
          return [name, { file, ...parsed.locate(shaped.originOf(['mcpServers', name])) }];
        }),
      );
      return sources;
    },
    secrets: secrets.values,
    fingerprint: createHash('sha256').update(text).digest('hex'),
  };
}

function parse(text: string, file: string | undefined): ConfigText {
  if (file && extname(file) === '.toml') {
    const message = 'a gateway reads JSON; `foldout import` makes a configuration of this file';
    throw new ConfigError([{ severity: 'error', file, path: '', message }], file);
  }
  const parsed = parseConfigText(text);
  const problems = [...parsed.problems, ...parsed.repeated];
  if (problems.length === 0 && !isRaw(parsed.value)) {
    problems.push({ path: '', message: 'expected an object with "mcpServers"', ...parsed.locate([]) });
  }
  if (problems.length === 0) return parsed;
  throw new ConfigError(
    problems.map((problem) => ({ severity: 'error', file, ...problem })),
    file,
  );
}
