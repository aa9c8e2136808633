import type { Machine } from '@foldout/clients/internal';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Problem } from '../config/problem.ts';
import { renderConfig } from '../config/write-config.ts';
import { type FoundConfig, findConfigs } from './find-configs.ts';
import { importConfigs, thisMachine } from './import-configs.ts';

export interface DiscoveredConfig {
  readonly loaded: LoadedConfig;
  /** The file that was loaded. Absent: the servers of all clients were merged. */
  readonly file?: string | undefined;
  /** Every configuration file that was found, the preferred one first. */
  readonly found: readonly FoundConfig[];
}

/** The configuration to use where none was named: Foldout's own file, else the servers of all clients. */
export function discoverConfig(overrides: Partial<Machine> = {}): DiscoveredConfig {
  const machine = thisMachine(overrides);
  const found = findConfigs(machine);
  const file = found.find(({ client }) => client === undefined)?.file;
  if (file) return { loaded: loadConfig(file, machine), file, found };
  return { loaded: loadImported(machine), found };
}

function loadImported(machine: Machine): LoadedConfig {
  const { found, config } = importConfigs(machine);
  const files = new Map<string, string>();
  for (const { file, servers } of found) {
    for (const { importedAs } of servers) if (!files.has(importedAs)) files.set(importedAs, file);
  }
  const loaded = loadConfig({ text: renderConfig(config) }, machine);
  // The merged text exists only in memory, so its line numbers would mislead.
  const placed = loaded.problems.map((problem): Problem => {
    return { ...problem, file: files.get(problem.server ?? ''), line: undefined, column: undefined };
  });
  const sources = Object.keys(loaded.sources).map((name) => [name, { file: files.get(name), line: 1, column: 1 }]);
  const problems = [...found.flatMap(({ problems: own }) => own), ...placed];
  return { ...loaded, problems, sources: Object.fromEntries(sources) };
}
