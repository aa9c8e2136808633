import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { CONFIGURED_CLIENTS, type ConfiguredClient } from '@foldout/clients';
import type { Machine } from '@foldout/clients/internal';
import type { GatewayConfig } from '../config/config-schema.ts';
import { ConfigError, type Problem } from '../config/problem.ts';
import { type ImportedServer, mergeServers } from './merge-servers.ts';
import { readPastedServers } from './pasted-servers.ts';
import { type ClientFileInput, type ClientServers, readClientFile } from './read-client-file.ts';

export interface ImportOptions extends Partial<Machine> {
  /** Clients (`cursor`) or files (`./mcp.json`). Default: the files of every client. */
  readonly from?: string | readonly string[] | undefined;
  /** The text that the name `-` stands for: servers in any form that people copy. */
  readonly pasted?: string | undefined;
}

export interface ImportedFile {
  /** `cursor`, `vscode`, …; `imported` for a file of no known client. */
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly project?: string | undefined;
  readonly servers: readonly ImportedServer[];
  readonly problems: readonly Problem[];
}

export interface ImportResult {
  readonly found: readonly ImportedFile[];
  /** One configuration of all servers. References such as `${VAR}` are kept. */
  readonly config: GatewayConfig;
}

/** Reads the servers of clients' files and merges them. Throws a `ConfigError` if a named file cannot be read. */
export function importConfigs({ from, pasted, ...rest }: ImportOptions = {}): ImportResult {
  const machine = thisMachine(rest);
  const named = from === undefined ? undefined : [from].flat();
  const read = named
    ? named.flatMap((name) =>
        name === '-' && pasted !== undefined ? readPastedServers(pasted, machine) : readNamed(name, machine),
      )
    : CONFIGURED_CLIENTS.flatMap((client) => readClient(client, machine));
  const { servers, imported } = mergeServers(read);
  const found = read.map(({ client, file, project, problems }, index) => {
    return { client: client.id, title: client.title, file, project, servers: imported[index] ?? [], problems };
  });
  return { found, config: { mcpServers: servers } };
}

export function thisMachine(overrides: Partial<Machine> = {}): Machine {
  const { platform = process.platform, home = homedir(), cwd = process.cwd(), env = process.env } = overrides;
  return { platform, home, cwd, env };
}

function readNamed(name: string, machine: Machine): ClientServers[] {
  const client = CONFIGURED_CLIENTS.find(({ id }) => id === name);
  if (client) return readClient(client, machine);
  const file = resolve(machine.cwd, name);
  const known = CONFIGURED_CLIENTS.flatMap((owner) => {
    return owner.config.files(machine).map((place) => ({ client: owner, ...place }));
  });
  const servers = readClientFile(known.find((place) => place.file === file) ?? { file }, machine);
  if (servers.length > 0) return servers;
  const fix = 'write them under "mcpServers", "servers", "mcp" or [mcp_servers]';
  throw ConfigError.ofFile(file, { message: 'no servers were found in this file', fix });
}

/** Reads those files of a client that exist. A file that cannot be read becomes a problem instead of an error. */
export function readClient(client: ConfiguredClient, machine: Machine): ClientServers[] {
  const places = client.config.files(machine);
  // In the home folder, the project's file and the user's file are the same. It is read once, as the user's.
  const once = places.filter(({ file }, index) => places.findLastIndex((place) => place.file === file) === index);
  return once.flatMap((place) => readIfExists({ client, ...place }, machine));
}

function readIfExists(
  input: ClientFileInput & { readonly client: ConfiguredClient },
  machine: Machine,
): ClientServers[] {
  try {
    return readClientFile(input, machine);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    return [
      {
        client: input.client,
        file: input.file,
        project: input.project,
        servers: {},
        written: {},
        problems: error.problems,
      },
    ];
  }
}
