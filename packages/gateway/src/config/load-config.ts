import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { extname, resolve } from 'node:path';
import { asObject, isObject } from '@foldout/clients/internal';
import { openSecretStore } from '../state/secret-store.ts';
import { defaultStateFolder } from '../state/state-folder.ts';
import { checkConfig } from './check-config.ts';
import { shapeConfig } from './client-shapes.ts';
import type { GatewayConfig } from './config-schema.ts';
import { type ConfigText, parseConfigText, readConfigFile, withoutByteOrderMark } from './config-text.ts';
import { expandConfig, expandHome, expandText, foldersOf } from './expand-config.ts';
import { ConfigError, type ConfigPath, formatPath, type Problem } from './problem.ts';
import { SecretValues } from './secrets.ts';

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
  /** Warnings, and errors that concern one server. A server with an error is not loaded. */
  readonly problems: readonly Problem[];
  /** The place of each server. */
  readonly sources: Readonly<Record<string, ConfigSource>>;
  /** Values that no log may show. */
  readonly secrets: ReadonlySet<string>;
  /** SHA-256 of the text. */
  readonly fingerprint: string;
}

/** The path of a configuration file, or the text of one. `file` is the name that errors in the text show. */
export type ConfigInput = string | { readonly text: string; readonly file?: string };

/**
 * Reads, expands and checks a configuration of Foldout or of a client. Throws one `ConfigError` with all errors. An
 * error that leaves out a single server is one of the `problems` instead.
 */
export function loadConfig(input: ConfigInput, options: LoadConfigOptions = {}): LoadedConfig {
  const { env = process.env, home = homedir(), cwd = process.cwd() } = options;
  const file = typeof input === 'string' ? resolve(cwd, input) : input.file;
  const text = typeof input === 'string' ? readConfigFile(resolve(cwd, input)) : withoutByteOrderMark(input.text);
  const parsed = parse(text, file);
  const shaped = shapeConfig(asObject(parsed.value), file);
  const secrets = new SecretValues();
  const { folder, workspace } = foldersOf(file, cwd, home);
  const secret = (name: string): string | undefined => {
    const own = asObject(shaped.value)['stateFolder'];
    const expanded =
      typeof own === 'string' ? expandText(expandHome(own, home), { env, home, workspace }).text : undefined;
    return openSecretStore(expanded ? resolve(folder, expanded) : defaultStateFolder(env), env).get(name);
  };
  const { value, missing } = expandConfig(shaped.value, { env, home, workspace, secret }, folder, secrets);
  const unresolved = new Set(missing.map(({ path }) => formatPath(path)));
  const isUnresolved = (path: ConfigPath): boolean => unresolved.has(formatPath(path));

  const { config, problems } = checkConfig({ parsed, shaped, value, missing, isUnresolved, file });
  for (const server of Object.values(asObject(value['mcpServers']))) secrets.addServer(asObject(server));
  const { tokens = [], signIn, authorization } = config.http ?? {};
  for (const { token } of tokens) secrets.add(token);
  secrets.add(signIn?.clientSecret);
  secrets.add(config.policy?.ask?.webhook?.secret);
  const clients = typeof authorization === 'object' ? (authorization.clients ?? []) : [];
  for (const { clientSecret } of clients) secrets.add(clientSecret);
  secrets.add(config.database);
  secrets.addWithin(config.database);
  let sources: LoadedConfig['sources'] | undefined;
  return {
    config,
    problems,
    // Computed on first read: few callers need positions, and finding them takes as long as the rest of loading.
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
    const fix = 'run `foldout import` with this file to write a configuration';
    throw ConfigError.ofFile(file, { message: 'a gateway reads JSON, not TOML', fix });
  }
  const parsed = parseConfigText(text, file);
  const problems = [...parsed.problems, ...parsed.repeated];
  if (problems.length === 0 && !isObject(parsed.value)) {
    const fix = 'write { "mcpServers": {} }';
    problems.push({ severity: 'error', file, path: '', message: 'expected an object', fix, ...parsed.locate([]) });
  }
  if (problems.length === 0) return parsed;
  throw new ConfigError(problems, file);
}
