import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { ConfigError, type ConfigProblem } from '../config/config-problem.ts';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Client, Machine } from './client.ts';
import { CLIENTS } from './clients.ts';
import { type ImportedServer, mergeServers } from './merge-servers.ts';
import { type ClientFileInput, type ClientServers, readClientFile } from './read-client-file.ts';

export interface ImportOptions extends Partial<Machine> {
  /** Clients (`cursor`) or files (`./mcp.json`); every client's usual places where it is absent. */
  readonly from?: string | readonly string[] | undefined;
}

export interface ImportedFile {
  /** `cursor`, `vscode`, …; `imported` for a file of no client that is known. */
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly project?: string | undefined;
  readonly servers: readonly ImportedServer[];
  readonly problems: readonly ConfigProblem[];
}

export interface ImportResult {
  readonly found: readonly ImportedFile[];
  /** One configuration of them all, with references such as `${VAR}` as they were. */
  readonly config: GatewayConfig;
}

/** The clients that can be imported from by name. */
export const IMPORT_CLIENTS: readonly { readonly id: string; readonly title: string }[] = CLIENTS.map(
  ({ id, title }) => {
    return { id, title };
  },
);

/** Reads the servers that people have configured for their clients. Throws where a file that was named cannot be read. */
export function importConfigs({ from, ...rest }: ImportOptions = {}): ImportResult {
  const machine = thisMachine(rest);
  const named = from === undefined ? undefined : [from].flat();
  const read = named
    ? named.flatMap((one) => readNamed(one, machine))
    : CLIENTS.flatMap((one) => readClient(one, machine));
  const { servers, imported } = mergeServers(read);
  const found = read.map(({ client, file, project, problems }, index) => {
    return { client: client.id, title: client.title, file, project, servers: imported[index] ?? [], problems };
  });
  return { found, config: { mcpServers: servers } };
}

export function thisMachine(given: Partial<Machine> = {}): Machine {
  const { platform = process.platform, home = homedir(), cwd = process.cwd(), env = process.env } = given;
  return { platform, home, cwd, env };
}

function readNamed(name: string, machine: Machine): ClientServers[] {
  const client = CLIENTS.find(({ id }) => id === name);
  if (client) return readClient(client, machine);
  const file = resolve(machine.cwd, name);
  const usual = CLIENTS.flatMap((one) => one.files(machine).map((place) => ({ client: one, ...place })));
  const servers = readClientFile(usual.find((place) => place.file === file) ?? { file }, machine);
  if (servers.length > 0) return servers;
  const message =
    'no servers were found in this file; they stand under "mcpServers", "servers", "mcp" or [mcp_servers]';
  throw new ConfigError([{ severity: 'error', file, path: '', message }], file);
}

/** What of a client's usual places is there. A file that cannot be read is told of, not thrown over. */
export function readClient(client: Client, machine: Machine): ClientServers[] {
  const places = client.files(machine);
  // In the home folder a project's file and the person's are the same one: it is read once, as the person's.
  const once = places.filter(({ file }, index) => places.findLastIndex((place) => place.file === file) === index);
  return once.flatMap((place) => readIfThere({ client, ...place }, machine));
}

function readIfThere(input: ClientFileInput & { readonly client: Client }, machine: Machine): ClientServers[] {
  try {
    return readClientFile(input, machine);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    return [{ client: input.client, file: input.file, project: input.project, servers: {}, problems: error.problems }];
  }
}
