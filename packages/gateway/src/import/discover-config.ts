import type { ConfigProblem } from '../config/config-problem.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { renderConfig } from '../config/render-config.ts';
import type { Machine } from './client.ts';
import { type FoundConfig, findConfigs } from './find-configs.ts';
import { importConfigs, thisMachine } from './import-configs.ts';

export interface DiscoveredConfig {
  readonly loaded: LoadedConfig;
  /** The one file that it came from; absent where it was put together from what clients have. */
  readonly file?: string | undefined;
  /** Everything that was found, the one to prefer first. */
  readonly found: readonly FoundConfig[];
}

/** The configuration to use where none was named: our own in the usual places, else what all clients have. */
export function discoverConfig(given: Partial<Machine> = {}): DiscoveredConfig {
  const machine = thisMachine(given);
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
  // Lines of a text that nobody has seen would only mislead.
  const placed = loaded.problems.map((problem): ConfigProblem => {
    return { ...problem, file: files.get(problem.server ?? ''), line: undefined, column: undefined };
  });
  const sources = Object.keys(loaded.sources).map((name) => [name, { file: files.get(name), line: 1, column: 1 }]);
  const problems = [...found.flatMap((one) => one.problems), ...placed];
  return { ...loaded, problems, sources: Object.fromEntries(sources) };
}
