import { contentHash } from '@foldout/core';
import type { ServerConfig } from '../config/config-schema.ts';
import { LegalNames, withSuffix } from '../config/server-names.ts';
import type { ClientServers } from './read-client-file.ts';

/** What became of a server that was found. */
export interface ImportedServer {
  /** As the client calls it. */
  readonly name: string;
  /** What it is called in the configuration. */
  readonly importedAs: string;
  /** `same`: another client has it too. `renamed`: another server has the name. */
  readonly outcome: 'added' | 'same' | 'renamed';
  readonly config: ServerConfig;
}

export interface MergedServers {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** For each of the files, in their order. */
  readonly imported: readonly (readonly ImportedServer[])[];
}

/** One list of servers of many. The first keeps its name; another of that name gets its client's name added. */
export function mergeServers(found: readonly ClientServers[]): MergedServers {
  const servers: Record<string, ServerConfig> = {};
  const names = new LegalNames();
  /** Name in a file and content → name in the configuration. */
  const known = new Map<string, string>();
  const place = (name: string, config: ServerConfig, client: string): ImportedServer => {
    const key = `${name}\n${sameness(config)}`;
    const same = known.get(key);
    if (same !== undefined) {
      // In use by one client is in use.
      if (!config.disabled) delete servers[same]?.disabled;
      return { name, importedAs: same, outcome: 'same', config };
    }
    const importedAs = names.take(names.has(name) ? withSuffix(name, client) : name);
    known.set(key, importedAs);
    servers[importedAs] = { ...config };
    return { name, importedAs, outcome: importedAs === name ? 'added' : 'renamed', config };
  };
  const imported = found.map((file) => {
    return Object.entries(file.servers).map(([name, config]) => place(name, config, file.client.id));
  });
  return { servers, imported };
}

/** The same for servers that do the same: one client writes out what another leaves to be found. */
function sameness({ disabled: _, type, ...rest }: ServerConfig): string {
  return contentHash(type === 'sse' ? { type, ...rest } : rest);
}
