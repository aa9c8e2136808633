import { existsSync, readFileSync } from 'node:fs';
import type { HttpAddress, Launch } from '@foldout/clients';
import type { JsonObject, Machine } from '@foldout/clients/internal';
import { EditError } from '../config/edit-text.ts';
import { ConfigError } from '../config/problem.ts';
import { type ImportMemory, type MergedConfig, mergeIntoConfig } from '../import/merge-into-config.ts';
import { type ClientServers, readClientFile } from '../import/read-client-file.ts';
import { type FileClient, targetFile } from './find-clients.ts';
import { type ConnectionPlan, type PlanInput, planConnection } from './plan.ts';

export interface ConnectOptions {
  readonly clients: readonly FileClient[];
  readonly machine: Machine;
  /** Foldout's own configuration, which gets the servers of the clients. */
  readonly configFile: string;
  readonly memory: ImportMemory;
  /** How a client reaches Foldout: it starts a command, or sends requests to an address. */
  readonly reach: (client: string) => { readonly launch: Launch } | { readonly http: HttpAddress };
  /** Edit the files of the project in the working folder, not those of the user. */
  readonly project?: boolean | undefined;
  /** Leave the servers that Foldout replaces in the client's file. */
  readonly keep?: boolean | undefined;
  /** Every client may use the servers of the others. */
  readonly share?: boolean | undefined;
  /** The value of a stored secret. */
  readonly secret?: ((name: string) => string | undefined) | undefined;
}

/** A client that can be connected: the edit of its file, and the input to plan it again when it is written. */
export interface PlannedClient {
  readonly client: FileClient;
  readonly input: PlanInput & { readonly client: string };
  readonly plan: ConnectionPlan;
}

export interface RefusedClient {
  readonly client: FileClient;
  readonly file: string | undefined;
  /** Why its file is not edited. */
  readonly problem: string;
  /** The entry to paste. */
  readonly entry?: JsonObject | undefined;
}

export interface ClientsPlan {
  /** Foldout's own configuration with the servers of the clients. */
  readonly merged: MergedConfig;
  readonly planned: readonly PlannedClient[];
  readonly refused: readonly RefusedClient[];
}

interface Found {
  readonly client: FileClient;
  readonly file: string;
  readonly entry: JsonObject;
  readonly servers: ClientServers | undefined;
}

/** Plans the edits of all files: Foldout's own and those of the clients. Writes nothing. */
export async function planClients(options: ConnectOptions): Promise<ClientsPlan> {
  const refused: RefusedClient[] = [];
  const found = options.clients.flatMap((client): Found[] => {
    const one = readServers(client, options);
    if (!('problem' in one)) return [one];
    refused.push(one);
    return [];
  });
  const { configFile } = options;
  const merged = mergeIntoConfig(
    found.map(({ client, servers }) => ({ client: client.id, servers: enabledServers(servers) })),
    {
      text: existsSync(configFile) ? readFileSync(configFile, 'utf8') : undefined,
      file: configFile,
      memory: options.memory,
      share: options.share,
      secret: options.secret,
    },
  );
  const planned: PlannedClient[] = [];
  for (const { client, file, entry, servers } of found) {
    const replaced = options.keep ? [] : enabledServers(servers).map(({ name }) => servers?.written[name] ?? name);
    const input = { client: client.id, connection: client.connection, file, entry, replaced };
    try {
      planned.push({ client, input, plan: await planConnection(input) });
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      refused.push({ client, file, problem: error.message, entry });
    }
  }
  return { merged, planned, refused };
}

function readServers(client: FileClient, { machine, project = false, reach }: ConnectOptions): Found | RefusedClient {
  const { connection } = client;
  const file = targetFile(connection, machine, project);
  const way = reach(client.id);
  if (file === undefined) {
    const problem = project ? 'it has no project file' : 'it has only project files; add --project in its folder';
    return { client, file, problem };
  }
  if ('http' in way && !connection.http)
    return { client, file, problem: 'it starts local servers only; leave out --http' };
  const entry = 'http' in way ? (connection.http?.(way.http) ?? {}) : connection.stdio(way.launch);
  if (!client.config) return { client, file, entry, servers: undefined };
  try {
    const places = readClientFile({ file, client: { ...client, config: client.config } }, machine);
    // A file of the user may hold servers of projects too. Those stay as they are.
    return { client, file, entry, servers: places.find((place) => place.project === undefined) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { client, file, entry, servers: undefined };
    return { client, file, problem: error.problems[0]?.message ?? 'it cannot be read', entry };
  }
}

/** A server that is off in the client stays there, and is not imported. */
function enabledServers(found: ClientServers | undefined) {
  const servers = Object.entries(found?.servers ?? {}).filter(([, config]) => !config.disabled);
  return servers.map(([name, config]) => ({ name, config }));
}
