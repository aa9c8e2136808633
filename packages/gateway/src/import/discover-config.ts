import { readFileSync } from 'node:fs';
import type { Machine } from '@foldout/clients/internal';
import { fingerprintOfText, heldConfig, heldServer, isAgreed, isInFolder } from '../config/agreement.ts';
import type { GatewayConfig, ServerConfig } from '../config/config-schema.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Problem } from '../config/problem.ts';
import { renderConfig } from '../config/write-config.ts';
import { type FoundConfig, findConfigs } from './find-configs.ts';
import { type ImportedFile, importConfigs, thisMachine } from './import-configs.ts';
import { isFoundInFolder } from './own-config.ts';

export interface DiscoveredConfig {
  readonly loaded: LoadedConfig;
  /** The file that was loaded. Absent: the servers of all clients were merged. */
  readonly file?: string | undefined;
  /** Whether that file is in the working folder. */
  readonly inFolder: boolean;
  /** Files of the working folder to which the user has not agreed. Their servers are part of `loaded`, and do not start. */
  readonly unagreed: readonly UnagreedFile[];
  /** Every configuration file that was found, the preferred one first. */
  readonly found: readonly FoundConfig[];
}

export interface UnagreedFile {
  readonly file: string;
  readonly fingerprint: string;
  /** What it would run. */
  readonly servers: Readonly<Record<string, ServerConfig>>;
}

/** The configuration to use where none was named: Foldout's own file, else the servers of all clients. */
export function discoverConfig(overrides: Partial<Machine> = {}): DiscoveredConfig {
  const machine = thisMachine(overrides);
  const found = findConfigs(machine);
  const file = found.find(({ client }) => client === undefined)?.file;
  if (!file) return { ...loadImported(machine), inFolder: false, found };
  const loaded = loadConfig(file, machine);
  if (!isFoundInFolder(file, machine)) return { loaded, file, inFolder: false, found, unagreed: [] };
  return { ...agreedPart(loaded, file, machine.env), file, inFolder: true, found };
}

/** A configuration that was found in a working folder: whole if the user has agreed to it, else with servers that do not start. */
export function agreedPart(
  loaded: LoadedConfig,
  file: string,
  env: Machine['env'] = process.env,
): Pick<DiscoveredConfig, 'loaded' | 'unagreed'> {
  const { config, fingerprint, problems, sources, secrets } = loaded;
  if (isAgreed(file, fingerprint, env)) return { loaded, unagreed: [] };
  const unagreed = [{ file, fingerprint, servers: config.mcpServers }];
  return { loaded: { config: heldConfig(config, file), fingerprint, problems, sources, secrets }, unagreed };
}

function loadImported(machine: Machine): Pick<DiscoveredConfig, 'loaded' | 'unagreed'> {
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
  const { config: held, unagreed } = holdUnagreed(found, loaded.config, machine);
  return { loaded: { ...loaded, config: held, problems, sources: Object.fromEntries(sources) }, unagreed };
}

/** The servers of the user and of agreed files as they are, those of other files of the working folder so that they do not start. */
export function holdUnagreed(
  found: readonly ImportedFile[],
  config: GatewayConfig,
  machine: Machine = thisMachine(),
): { readonly config: GatewayConfig; readonly unagreed: readonly UnagreedFile[] } {
  const unagreed = unagreedAmong(found, machine);
  const held = heldAmong(found, unagreed);
  const servers = Object.entries(config.mcpServers).map(([name, server]) => {
    const from = held.get(name);
    return [name, from === undefined ? server : heldServer(server, from)] as const;
  });
  return { config: { ...config, mcpServers: Object.fromEntries(servers) }, unagreed };
}

/** The files of a project, such as `.vscode/mcp.json`, come with the project. Those of the user do not. */
function unagreedAmong(found: readonly ImportedFile[], machine: Machine): readonly UnagreedFile[] {
  return found.flatMap(({ file, project, servers }) => {
    if (project === undefined || servers.length === 0 || !isInFolder(file, project)) return [];
    const fingerprint = fingerprintOfText(readFileSync(file, 'utf8'));
    if (isAgreed(file, fingerprint, machine.env)) return [];
    return [
      { file, fingerprint, servers: Object.fromEntries(servers.map(({ importedAs, config }) => [importedAs, config])) },
    ];
  });
}

/** Server → its file, for servers that come from no other file. */
function heldAmong(found: readonly ImportedFile[], unagreed: readonly UnagreedFile[]): ReadonlyMap<string, string> {
  const files = new Set(unagreed.map(({ file }) => file));
  const names = (of: readonly ImportedFile[]) =>
    of.flatMap(({ file, servers }) => servers.map(({ importedAs }) => [importedAs, file] as const));
  const agreed = new Set(names(found.filter(({ file }) => !files.has(file))).map(([name]) => name));
  return new Map(names(found.filter(({ file }) => files.has(file))).filter(([name]) => !agreed.has(name)));
}
