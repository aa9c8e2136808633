import { discoverConfig, formatProblem, type LoadedConfig, loadConfig } from '@foldout/gateway/catalog';
import { typed } from './invocation.ts';
import { CliError, EXIT } from './output/fail.ts';
import { note } from './output/terminal.ts';

export interface ChosenConfig {
  readonly loaded: LoadedConfig;
  /** Absent where it was put together from what several clients have. */
  readonly file?: string | undefined;
  /** How it was found; absent where it was named. */
  readonly found?: string | undefined;
  /** What a person should know about how it was found, and what is wrong with it. */
  readonly notes: readonly string[];
}

/** The configuration that was named, or what the usual places hold. */
export function chooseConfig(named: string | undefined): ChosenConfig {
  if (named !== undefined) {
    const loaded = loadConfig(named);
    return { loaded, file: named, notes: loaded.problems.map(formatProblem) };
  }
  const { loaded, file, found } = discoverConfig();
  if (found.length === 0) {
    throw new CliError(
      `no configuration found: name one with --config mcp.json, or see ${typed('import --help')}`,
      EXIT.config,
    );
  }
  const places = found.map((one) => `${one.title} (${one.file})`).join(', ');
  const how = file ? `using ${file}` : `using the servers of ${places}`;
  return { loaded, file, found: how, notes: [how, ...loaded.problems.map(formatProblem)] };
}

/** The same, for a command that answers and ends: what is wrong is said, how it was found only to a person. */
export function chooseConfigAloud(named: string | undefined): ChosenConfig {
  const chosen = chooseConfig(named);
  for (const line of chosen.notes) {
    if (line !== chosen.found || process.stderr.isTTY) note(line);
  }
  return chosen;
}
