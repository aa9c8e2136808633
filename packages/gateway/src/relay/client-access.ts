import type { ToolScope } from '@foldout/core';
import { type GatewayOwner, offersOf } from './visible-upstreams.ts';

/** Narrows an owner to the servers that a client may use: those whose `clients` name it, and those without `clients`. */
export class ClientAccess {
  readonly #clientsOf: (server: string) => readonly string[] | undefined;
  /** The same owner and client give the same object, because views of the catalog are cached by their scope. */
  readonly #owners = new WeakMap<GatewayOwner, Map<string, GatewayOwner>>();

  constructor(clientsOf: (server: string) => readonly string[] | undefined) {
    this.#clientsOf = clientsOf;
  }

  /** The owner of a connection that the client `client` opened. */
  ownerFor(client: string, owner: GatewayOwner): GatewayOwner {
    const narrowed = this.#owners.get(owner) ?? new Map<string, GatewayOwner>();
    this.#owners.set(owner, narrowed);
    const within = narrowed.get(client) ?? this.#narrow(client, owner);
    narrowed.set(client, within);
    return within;
  }

  #narrow(client: string, owner: GatewayOwner): GatewayOwner {
    const allows = (server: string): boolean => this.#clientsOf(server)?.includes(client) !== false;
    const scope: ToolScope = {
      allows: (tool) => allows(tool.server) && owner.scope?.allows(tool) !== false,
      allowsServer: (server, category) =>
        allows(server) && owner.servers(server) && owner.scope?.allowsServer?.(server, category) !== false,
    };
    return {
      ...owner,
      name: `${owner.name} in client ${client}`,
      scope,
      servers: (server) => allows(server) && owner.servers(server),
      offers: (server) => allows(server) && offersOf(owner, server),
    };
  }
}
