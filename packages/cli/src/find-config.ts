import { findConfigs, formatProblem, type LoadedConfig, loadConfig } from '@foldout/gateway';
import { CliError, EXIT } from './output/fail.ts';

export interface ChosenConfig extends LoadedConfig {
  readonly file: string;
  /** What a person should know about how it was found, and what is wrong with it. */
  readonly notes: readonly string[];
}

/** The configuration that was named, or the first of the usual places. */
export function chooseConfig(named: string | undefined): ChosenConfig {
  const { file, notes } = named === undefined ? fromUsualPlaces() : { file: named, notes: [] };
  const loaded = loadConfig(file);
  return { ...loaded, file, notes: [...notes, ...loaded.problems.map(formatProblem)] };
}

function fromUsualPlaces(): { file: string; notes: string[] } {
  const [first, ...others] = findConfigs();
  if (!first) {
    throw new CliError(
      'no configuration found. Name one with --config mcp.json, or make one of what your clients have: foldout import',
      EXIT.config,
    );
  }
  const rest = others.map(({ title, file }) => `${title} (${file})`);
  return {
    file: first.file,
    notes: [
      `using ${first.file}`,
      ...(rest.length > 0 ? [`also found: ${rest.join(', ')}; foldout import makes one of all`] : []),
    ],
  };
}
