import { ownerIn, type RequestOwner } from '@foldout/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';

/** Who a request belongs to, and which servers exist for them. */
export interface GatewayOwner extends RequestOwner {
  servers(name: string): boolean;
}

/** The upstreams of the moment, in the order of their names. */
export type Upstreams = () => readonly Upstream[];

export function visibleUpstreams(upstreams: Upstreams, context: ServerContext): readonly Upstream[] {
  const owner = ownerIn(context.http?.authInfo) as GatewayOwner | undefined;
  return owner ? upstreams().filter(({ name }) => owner.servers(name)) : upstreams();
}
