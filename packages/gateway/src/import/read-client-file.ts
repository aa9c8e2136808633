import type { ConfiguredClient } from '@foldout/clients';
import {
  asObject,
  clientOfFile,
  isObject,
  type JsonObject,
  type Machine,
  type ServersPlace,
  unknownClient,
} from '@foldout/clients/internal';
import { checkConfig } from '../config/check-config.ts';
import { shapeServers } from '../config/client-shapes.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import { type ConfigText, parseConfigText, readConfigFile, tooDeep } from '../config/config-text.ts';
import { ConfigError, type ConfigPath, type Problem } from '../config/problem.ts';
import { portableServer } from './portable-server.ts';
import { parseTomlText } from './toml-text.ts';
import { parseYamlText } from './yaml-text.ts';

export interface ClientServers {
  readonly client: ConfiguredClient;
  readonly file: string;
  readonly project?: string | undefined;
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** Name of a server → its name in the file, where they differ if Foldout does not allow the name in the file. */
  readonly written: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

export interface ClientFileInput {
  readonly file: string;
  readonly client?: ConfiguredClient | undefined;
  readonly project?: string | undefined;
  /** Where the servers are. Then the file belongs to no client. */
  readonly path?: readonly string[] | undefined;
}

/** Reads the servers of a client's file, one result for each place in it. Throws a `ConfigError` if it cannot be read. */
export function readClientFile(input: ClientFileInput, machine: Machine): ClientServers[] {
  return parseClientFile(readConfigFile(input.file), input, machine);
}

/** Reads the servers in the text of a client's file. */
export function parseClientFile(text: string, input: ClientFileInput, machine: Machine): ClientServers[] {
  const { file, client } = input;
  const syntax = client?.config.syntax ?? syntaxOf(file);
  // Clients create an empty file when they are installed.
  if (text.trim() === '') return [];
  const parse = syntax === undefined ? parseConfigText : syntax === 'toml' ? parseTomlText : parseYamlText;
  const parsed = parse(text, file);
  if (parsed.problems.length > 0) throw new ConfigError(parsed.problems, file);
  try {
    return serversIn(parsed, input, machine);
  } catch (error) {
    throw ConfigError.ofFile(file, tooDeep(error));
  }
}

function syntaxOf(file: string): 'toml' | 'yaml' | undefined {
  if (file.endsWith('.toml')) return 'toml';
  return /\.ya?ml$/.test(file) ? 'yaml' : undefined;
}

function serversIn(parsed: ConfigText, input: ClientFileInput, machine: Machine): ClientServers[] {
  const { file, client, project, path } = input;
  const root = asObject(parsed.value);
  const owner = client ?? (path ? unknownClient : clientOfFile(file, root));
  const places = path ? [{ path }] : owner.config.places(root, machine);
  return places.flatMap((place) => {
    const found = serversAt(parsed, mcpEntries(root, place.path, owner), { project, ...place }, file);
    return found ? [{ client: owner, file, project: place.project ?? project, ...found }] : [];
  });
}

/** The file with its servers as an object by name, without the entries that are no MCP servers. */
function mcpEntries(root: JsonObject, path: readonly string[], { config }: ConfiguredClient): JsonObject {
  const [step = '', ...rest] = path;
  if (rest.length > 0)
    return { ...root, [step]: mcpEntries(asObject(root[step]), rest, { config } as ConfiguredClient) };
  const entries = entriesByName(root[step]);
  if (!isObject(entries)) return root;
  const isServer = config.isServer ?? (() => true);
  return { ...root, [step]: Object.fromEntries(Object.entries(entries).filter(([, one]) => isServer(asObject(one)))) };
}

/** Continue has a list of servers, each with its name. */
function entriesByName(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(value.flatMap((entry) => (isObject(entry) ? [[String(entry['name']), entry]] : [])));
}

function serversAt(
  parsed: ConfigText,
  root: JsonObject,
  { path, project }: ServersPlace,
  file: string,
): Pick<ClientServers, 'servers' | 'written' | 'problems'> | undefined {
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
  const names = Object.keys(config.mcpServers);
  const written = Object.fromEntries(names.map((name) => [name, String(shaped.originOf(['mcpServers', name]).at(-1))]));
  return { servers: config.mcpServers, written, problems };
}
