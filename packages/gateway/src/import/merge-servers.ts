import { ServerNames, withSuffix } from '../config/client-shapes.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import type { ClientServers } from './read-client-file.ts';
import { differences, meaningHash } from './server-meaning.ts';

/** A server of a client's file and its name in the merged configuration. */
export interface ImportedServer {
  /** The name in the client's file. */
  readonly name: string;
  /** The name in the merged configuration. */
  readonly importedAs: string;
  /** `same`: another client has the same server. `renamed`: another server has this name. */
  readonly outcome: 'added' | 'same' | 'renamed';
  /** If renamed: the fields in which it differs from the server that has its name. */
  readonly differs?: readonly string[] | undefined;
  readonly config: ServerConfig;
}

export interface MergedServers {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** One list for each file, in the order of the files. */
  readonly imported: readonly (readonly ImportedServer[])[];
}

/** Merges the servers of all files. A second, different server of the same name gets its client's id as a suffix. */
export function mergeServers(found: readonly ClientServers[]): MergedServers {
  const servers: Record<string, ServerConfig> = {};
  const names = new ServerNames();
  /** Hash of the server → name in the merged configuration. The same server under another name is not added again. */
  const known = new Map<string, string>();
  const place = (name: string, config: ServerConfig, client: string): ImportedServer => {
    const key = meaningHash(config);
    const same = known.get(key);
    if (same !== undefined) {
      // A server that is enabled in one client is enabled.
      if (!config.disabled) delete servers[same]?.disabled;
      return { name, importedAs: same, outcome: 'same', config };
    }
    const taken = names.has(name) ? servers[name] : undefined;
    const importedAs = names.take(taken ? withSuffix(name, client) : name);
    known.set(key, importedAs);
    servers[importedAs] = { ...config };
    if (!taken) return { name, importedAs, outcome: 'added', config };
    return { name, importedAs, outcome: 'renamed', differs: differences(config, taken), config };
  };
  const imported = found.map((file) => {
    return Object.entries(file.servers).map(([name, config]) => place(name, config, file.client.id));
  });
  return { servers, imported };
}
