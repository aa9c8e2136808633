import { contentHash } from '@foldout/core/internal';
import { ServerNames, withSuffix } from '../config/client-shapes.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import type { ClientServers } from './read-client-file.ts';

/** A server of a client's file and its name in the merged configuration. */
export interface ImportedServer {
  /** The name in the client's file. */
  readonly name: string;
  /** The name in the merged configuration. */
  readonly importedAs: string;
  /** `same`: another client has the same server. `renamed`: another server has this name. */
  readonly outcome: 'added' | 'same' | 'renamed';
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
  /** Name in a client's file and hash of the server → name in the merged configuration. */
  const known = new Map<string, string>();
  const place = (name: string, config: ServerConfig, client: string): ImportedServer => {
    const key = `${name}\n${behaviorHash(config)}`;
    const same = known.get(key);
    if (same !== undefined) {
      // A server that is enabled in one client is enabled.
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

/** Ignores `disabled`, and `type` unless it is `sse`: some clients write the type and others detect it. */
function behaviorHash({ disabled: _, type, ...rest }: ServerConfig): string {
  return contentHash(type === 'sse' ? { type, ...rest } : rest);
}
