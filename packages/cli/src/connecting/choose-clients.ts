import { CONNECTABLE_CLIENTS, type ConnectableClient } from '@foldout/clients';
import type { Machine } from '@foldout/clients/internal';
import { installedClients } from '@foldout/gateway/internal';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';

/** The named clients, or those that are installed. */
export function chooseClients(names: readonly string[], machine: Machine): readonly ConnectableClient[] {
  if (names.length > 0) return names.map(clientNamed);
  const installed = installedClients(machine);
  if (installed.length > 0) return installed;
  throw new CliError(`no MCP client was found on this machine. Name one: ${typed('connect cursor')}`, EXIT.failed);
}

export function clientNamed(name: string): ConnectableClient {
  const client = CONNECTABLE_CLIENTS.find(({ id }) => id === name);
  if (client) return client;
  throw new CliError(`There is no client '${name}'. Use one of ${clientIds().join(', ')}.`);
}

function clientIds(): string[] {
  return CONNECTABLE_CLIENTS.map(({ id }) => id).sort();
}
