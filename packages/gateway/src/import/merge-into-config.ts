import { isDeepStrictEqual } from 'node:util';
import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { contentHash } from '@foldout/core/internal';
import { withSuffix } from '../config/client-shapes.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import { parseConfigText } from '../config/config-text.ts';
import { editConfigText } from '../config/edit-config.ts';
import { ConfigError } from '../config/problem.ts';
import { renderConfig } from '../config/write-config.ts';
import { differences, LAUNCH_FIELDS, launchHash } from './server-meaning.ts';
import { withReferences, withSecrets } from './with-secrets.ts';

/** A server of a client, and what became of it in the user's configuration. */
export interface MergedServer {
  /** The id of the client. */
  readonly client: string;
  /** The name in the client's file. */
  readonly name: string;
  /** The name in the configuration. */
  readonly importedAs: string;
  /** `updated`: the client's entry has changed since the last import. `kept`: both have changed, and the configuration wins. */
  readonly outcome: 'added' | 'same' | 'renamed' | 'updated' | 'kept';
  /** If renamed or kept: the fields in which the client's server differs from the one in the configuration. */
  readonly differs: readonly string[];
}

/** The servers of a client's file. */
export interface FoundServers {
  /** The id of the client. */
  readonly client: string;
  readonly servers: readonly { readonly name: string; readonly config: ServerConfig }[];
}

/** What earlier imports wrote: client and name → name in the configuration, and the hash of the client's entry. */
export type ImportMemory = Readonly<Record<string, { readonly as: string; readonly hash: string }>>;

export interface MergedConfig {
  readonly text: string;
  readonly servers: readonly MergedServer[];
  readonly memory: ImportMemory;
}

export interface MergeOptions {
  /** The text of the configuration; undefined if there is none yet. */
  readonly text: string | undefined;
  readonly file?: string | undefined;
  readonly memory?: ImportMemory | undefined;
  /** Every client may use every imported server. Otherwise a server is for the clients that had it. */
  readonly share?: boolean | undefined;
  /** The value of a stored secret. A server with `${keychain:NAME}` is compared by what it starts with. */
  readonly secret?: ((name: string) => string | undefined) | undefined;
}

/** Adds imported servers to a configuration. Nothing of the user is dropped: no server, no setting and no comment. */
export function mergeIntoConfig(found: readonly FoundServers[], options: MergeOptions): MergedConfig {
  const merging = new Merging(options);
  const servers = found.flatMap(({ client, servers: own }) => {
    return own.map(({ name, config }) => merging.add(client, name, config));
  });
  return { text: merging.text, servers, memory: merging.memory };
}

class Merging {
  text: string;
  readonly memory: Record<string, { as: string; hash: string }>;
  readonly #share: boolean;
  readonly #file: string | undefined;
  readonly #secret: NonNullable<MergeOptions['secret']>;

  constructor({ text, file, memory = {}, share = false, secret = () => undefined }: MergeOptions) {
    this.text = text === undefined || text.trim() === '' ? renderConfig({ mcpServers: {} }) : text;
    this.memory = { ...memory };
    this.#share = share;
    this.#file = file;
    this.#secret = secret;
  }

  add(client: string, name: string, config: ServerConfig): MergedServer {
    const { importedAs, ...done } = this.#place(client, name, config);
    this.memory[keyOf(client, name)] = { as: importedAs, hash: contentHash(config) };
    this.#allow(importedAs, client, done.outcome);
    // A server that is enabled in one client is enabled.
    if (!config.disabled && done.outcome === 'same') this.#enableIfImportedDisabled(importedAs, client, name);
    return { client, name, importedAs, ...done };
  }

  #place(client: string, name: string, config: ServerConfig): Pick<MergedServer, 'importedAs' | 'outcome' | 'differs'> {
    const servers = this.#servers();
    const remembered = this.memory[keyOf(client, name)];
    const before = remembered && servers[remembered.as];
    if (remembered && before) {
      const importedAs = remembered.as;
      if (remembered.hash === contentHash(config) || launchHash(before) === launchHash(config)) {
        return { importedAs, outcome: 'same', differs: [] };
      }
      // Only an entry that the user has not changed follows the client.
      if (this.#writtenHash(importedAs) !== launchHash(before)) {
        return { importedAs, outcome: 'kept', differs: differences(config, before) };
      }
      this.#update(importedAs, before, config);
      return { importedAs, outcome: 'updated', differs: [] };
    }
    const same = Object.keys(servers).find((one) => launchHash(servers[one] ?? {}) === launchHash(config));
    if (same !== undefined) return { importedAs: same, outcome: 'same', differs: [] };
    const taken = servers[name];
    const importedAs = taken ? freeName(withSuffix(name, client), servers) : name;
    this.#set([importedAs], config);
    this.#noteWritten(importedAs, config);
    return { importedAs, outcome: taken ? 'renamed' : 'added', differs: taken ? differences(config, taken) : [] };
  }

  #update(name: string, before: JsonObject, config: ServerConfig): void {
    const written = asObject(this.#entries()[name]);
    for (const field of [...LAUNCH_FIELDS, 'type'] as const) {
      const value = config[field];
      if (isDeepStrictEqual(value, before[field])) continue;
      // A secret that is stored stays a reference.
      this.#set([name, field], withReferences(value, written[field], this.#secret));
    }
    this.#noteWritten(name, config);
  }

  /** Notes which clients had the server. A server without `clients` is for all of them, and stays so. */
  #allow(name: string, client: string, outcome: MergedServer['outcome']): void {
    const { clients } = asObject(this.#servers()[name]);
    if (this.#share || client === NO_CLIENT) {
      if (clients !== undefined) this.#set([name, 'clients'], undefined);
    } else if (outcome === 'added' || outcome === 'renamed') this.#set([name, 'clients'], [client]);
    else if (Array.isArray(clients) && !clients.includes(client)) this.#set([name, 'clients'], [...clients, client]);
  }

  #enableIfImportedDisabled(name: string, client: string, written: string): void {
    const others = Object.entries(this.memory).filter(([key, { as }]) => as === name && key !== keyOf(client, written));
    const isFirst = others.length === 1 && this.#added.has(name);
    if (isFirst && asObject(this.#servers()[name])['disabled'] === true) this.#set([name, 'disabled'], undefined);
  }

  /** Servers that this import has added. Only those may be enabled: the user may have disabled the others. */
  readonly #added = new Set<string>();

  #noteWritten(name: string, config: ServerConfig): void {
    this.#added.add(name);
    this.memory[keyOf(WRITTEN, name)] = { as: name, hash: launchHash(config) };
  }

  #writtenHash(name: string): string | undefined {
    return this.memory[keyOf(WRITTEN, name)]?.hash;
  }

  #servers(): Readonly<Record<string, JsonObject>> {
    const servers = Object.entries(asObject(withSecrets(this.#entries(), this.#secret) as JsonObject));
    return Object.fromEntries(servers.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
  }

  /** The servers as they are written, with their references. */
  #entries(): JsonObject {
    const { value, problems } = parseConfigText(this.text, this.#file);
    if (problems.length > 0) throw new ConfigError(problems, this.#file);
    return asObject(asObject(value)['mcpServers']);
  }

  #set(path: readonly string[], value: unknown): void {
    this.text = editConfigText(this.text, ['mcpServers', ...path], value, this.#file);
  }
}

/** The id of a file that belongs to no client. */
const NO_CLIENT = 'imported';
/** In the memory: the hash of what an import wrote, to see whether the user has changed it since. */
const WRITTEN = '*';

function keyOf(client: string, name: string): string {
  return `${client}/${name}`;
}

function freeName(name: string, servers: JsonObject): string {
  let free = name;
  for (let count = 2; Object.hasOwn(servers, free); count++) free = withSuffix(name, String(count));
  return free;
}
