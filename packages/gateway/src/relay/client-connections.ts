import type { RequestOwner } from '@foldout/server';
import type { Server } from '@modelcontextprotocol/server';
import type { ClientConnection, GatewayOwner } from './visible-upstreams.ts';

const connections = new WeakMap<Server, ClientConnection>();

/** Stores the connection that a server serves. Its requests do not name it: in the modern era they have no session. */
export function storeConnection(server: Server, owner: RequestOwner | undefined): void {
  const connection = (owner as GatewayOwner | undefined)?.connection;
  if (connection) connections.set(server, connection);
}

export function storedConnection(server: Server | undefined): ClientConnection | undefined {
  return server && connections.get(server);
}
