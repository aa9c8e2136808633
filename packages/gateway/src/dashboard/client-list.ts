import { knownClient } from '@foldout/clients';
import type { Principal } from '../http/principal.ts';
import type { ConnectedClients } from './connected-clients.ts';
import type { DashboardSources } from './sources.ts';

/** Surfaces that a client can be given. */
const STRATEGIES = ['auto', 'individual', 'grouped', 'lazy', 'index', 'dynamic', 'proxy', 'core'] as const;

/** Who is connected: each client with its surface and why, what it was sent, and its settings in the configuration. */
export function clientList(sources: DashboardSources, clients: ConnectedClients, { unrestricted, name }: Principal) {
  const { clients: settings = {}, toolStrategy = 'auto' } = sources.config();
  const visible = clients.all.filter(({ principal }) => unrestricted || principal === name);
  return {
    usual: toolStrategy,
    strategies: STRATEGIES,
    clients: visible.map((client) => {
      const prefix = prefixOf(client.name, Object.keys(settings));
      return {
        ...client,
        title: knownClient(client.name)?.title,
        /** The key of `clients` in the configuration that fits, and the strategy that it names. */
        setting: prefix,
        chosen: prefix === undefined ? undefined : settings[prefix]?.toolStrategy,
      };
    }),
  };
}

/** The longest start of the name counts. */
function prefixOf(name: string, prefixes: readonly string[]): string | undefined {
  return prefixes
    .filter((prefix) => name.toLowerCase().startsWith(prefix.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0];
}
