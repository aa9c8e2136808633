import type { ConfiguredClient } from '@foldout/clients';
import {
  asObject,
  clientOfFile,
  isObject,
  type JsonObject,
  type Machine,
  type ServersPlace,
} from '@foldout/clients/internal';
import { checkConfig } from '../config/check-config.ts';
import { shapeServers } from '../config/client-shapes.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import { type ConfigText, parseConfigText, readConfigFile, tooDeep } from '../config/config-text.ts';
import { ConfigError, type ConfigPath, type Problem } from '../config/problem.ts';
import { portableServer } from './portable-server.ts';
import { parseTomlText } from './toml-text.ts';

export interface ClientServers {
  readonly client: ConfiguredClient;
  readonly file: string;
  readonly project?: string | undefined;
  readonly servers: Readonly<Record<string, ServerConfig>>;
  readonly problems: readonly Problem[];
}

export interface ClientFileInput {
  readonly file: string;
  readonly client?: ConfiguredClient | undefined;
  readonly project?: string | undefined;
}

/** Reads the servers of a client's file, one result for each place in it. Throws a `ConfigError` if it cannot be read. */
export function readClientFile({ file, client, project }: ClientFileInput, machine: Machine): ClientServers[] {
  const text = readConfigFile(file);
  const toml = client ? client.config.syntax === 'toml' : file.endsWith('.toml');
  // Clients create an empty file when they are installed.
  if (text.trim() === '') return [];
  const parsed = toml ? parseTomlText(text, file) : parseConfigText(text, file);
  if (parsed.problems.length > 0) throw new ConfigError(parsed.problems, file);
  try {
    return serversIn(parsed, { file, client, project }, machine);
  } catch (error) {
    throw ConfigError.ofFile(file, tooDeep(error));
  }
}

function serversIn(parsed: ConfigText, { file, client, project }: ClientFileInput, machine: Machine): ClientServers[] {
  const root = asObject(parsed.value);
  const owner = client ?? clientOfFile(file, root);
  return owner.config.places(root, machine).flatMap((place) => {
    const found = serversAt(parsed, root, { project, ...place }, file);
    return found ? [{ client: owner, file, project: place.project ?? project, ...found }] : [];
  });
}

function serversAt(
  parsed: ConfigText,
  root: JsonObject,
  { path, project }: ServersPlace,
  file: string,
): Pick<ClientServers, 'servers' | 'problems'> | undefined {
  const shaped = shapeServers(root, path, 'client');
  const servers = shaped.value['mcpServers'];
  if (!isObject(servers) || Object.keys(servers).length === 0) return undefined;
  const warnings = [...shaped.warnings];
  const portable = Object.entries(servers).map(([name, raw]) => {
    if (!isObject(raw)) return [name, raw];
    const made = portableServer(raw, project);
    for (const { field, ...advice } of made.warnings) {
      warnings.push({ severity: 'warning', path: ['mcpServers', name, field], ...advice });
    }
    return [name, made.server];
  });
  const value = { mcpServers: Object.fromEntries(portable) };
  // An import keeps variables: their values may be secrets, and may change.
  const isUnresolved = (at: ConfigPath): boolean => {
    const text = at.reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), value);
    return typeof text === 'string' && text.includes('${');
  };
  const { config, problems } = checkConfig({
    parsed,
    shaped: { ...shaped, warnings },
    value,
    missing: [],
    isUnresolved,
    file,
  });
  return { servers: config.mcpServers, problems };
}
