import { contentHash } from '@foldout/core';
import type { GatewayConfig } from './config-schema.ts';

export interface ServerChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

type Servers = GatewayConfig['mcpServers'];

/** What a new configuration changes, by content: the order of fields and servers says nothing. */
export function diffServers(before: Servers, after: Servers): ServerChanges {
  const has = (servers: Servers, name: string): boolean => Object.hasOwn(servers, name);
  return {
    added: Object.keys(after).filter((name) => !has(before, name)),
    removed: Object.keys(before).filter((name) => !has(after, name)),
    changed: Object.keys(after).filter((name) => {
      return has(before, name) && contentHash(before[name]) !== contentHash(after[name]);
    }),
  };
}
