import { discoverConfig, formatProblem, type LoadedConfig, loadConfig } from '@foldout/gateway';
import { CliError, EXIT } from './output/fail.ts';

export interface ChosenConfig {
  readonly loaded: LoadedConfig;
  /** Absent where it was put together from what several clients have. */
  readonly file?: string | undefined;
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
    throw new CliError('no configuration found: name one with --config mcp.json', EXIT.config);
  }
  const places = found.map((one) => `${one.title} (${one.file})`).join(', ');
  const notes = [file ? `using ${file}` : `using the servers of ${places}`, ...loaded.problems.map(formatProblem)];
  return { loaded, file, notes };
}
