import { discoverConfig, formatProblem, type LoadedConfig, loadConfig } from '@foldout/gateway/internal/catalog';
import { typed } from './invocation.ts';
import { CliError, EXIT } from './output/fail.ts';
import { note } from './output/terminal.ts';

export interface ChosenConfig {
  readonly loaded: LoadedConfig;
  /** Missing if the configuration was merged from several clients. */
  readonly file?: string | undefined;
  /** Sentence that says where the configuration was found. Missing with --config. */
  readonly found?: string | undefined;
  /** Sentences for the user: where the configuration was found, and its problems. */
  readonly notes: readonly string[];
}

/** The configuration of --config, or the one in the default places. */
export function chooseConfig(named: string | undefined): ChosenConfig {
  if (named !== undefined) {
    const loaded = loadConfig(named);
    return { loaded, file: named, notes: loaded.problems.map(formatProblem) };
  }
  const { loaded, file, found } = discoverConfig();
  if (found.length === 0) {
    throw new CliError(
      `no configuration found. Pass one with --config mcp.json, or create one: ${typed('import')}`,
      EXIT.config,
    );
  }
  const places = found.map(({ title, file: path }) => `${title} (${path})`).join(', ');
  const how = file ? `using ${file}` : `using the servers of ${places}`;
  return { loaded, file, found: how, notes: [how, ...loaded.problems.map(formatProblem)] };
}

/** Like `chooseConfig`, and prints the notes to stderr. The note `found` is only printed on a terminal. */
export function chooseConfigWithNotes(named: string | undefined): ChosenConfig {
  const chosen = chooseConfig(named);
  for (const line of chosen.notes) {
    if (line !== chosen.found || process.stderr.isTTY) note(line);
  }
  return chosen;
}
