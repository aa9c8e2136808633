import { ownerIn, type RequestOwner } from '@foldout/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';

/** The owner of a request, and which servers the owner may see. */
export interface GatewayOwner extends RequestOwner {
  servers(name: string): boolean;
  /** Whose prompts, resources and completions the owner may use. Default: those of `servers`. */
  offers?(name: string): boolean;
  /** Set if the gateway serves several clients over local connections. */
  readonly connection?: ClientConnection | undefined;
}

/** One of several clients that share a gateway over local connections. */
export interface ClientConnection {
  readonly id: string;
  /** The working folder of the client. */
  readonly folder?: string | undefined;
}

/** Returns the current upstreams, ordered by name. */
export type Upstreams = () => readonly Upstream[];

export function requestOwner(context: ServerContext, connected?: RequestOwner): GatewayOwner | undefined {
  return (ownerIn(context.http?.authInfo) ?? connected) as GatewayOwner | undefined;
}

/** `connected`: the owner of the connection, for a transport whose requests carry no owner. */
export function visibleUpstreams(
  upstreams: Upstreams,
  context: ServerContext,
  connected?: RequestOwner,
): readonly Upstream[] {
  const owner = requestOwner(context, connected);
  return owner ? upstreams().filter(({ name }) => owner.servers(name)) : upstreams();
}

/** The upstreams whose prompts, resources and completions the owner of a request may use. */
export function offeringUpstreams(
  upstreams: Upstreams,
  context: ServerContext,
  connected?: RequestOwner,
): readonly Upstream[] {
  const owner = requestOwner(context, connected);
  return owner ? upstreams().filter(({ name }) => offersOf(owner, name)) : upstreams();
}

export function offersOf(owner: GatewayOwner, server: string): boolean {
  return (owner.offers ?? owner.servers)(server);
}
