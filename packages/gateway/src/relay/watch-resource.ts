import type { Gate } from '@foldout/core/internal';
import type { ResourceWatch } from '@foldout/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
import { RequestGate } from './request-gate.ts';
import { findResource } from './resources.ts';
import { offeringUpstreams, type Upstreams } from './visible-upstreams.ts';

/** Passes the subscription of a client on to the upstream that has the resource. */
export function watchResource(upstreams: Upstreams, gate: Gate): ResourceWatch {
  return (uri, context) => {
    const visible = offeringUpstreams(upstreams, context);
    const { upstream, own } = findResource(visible, uri);
    // Changes are reported by URI: the URI of a server that does not exist for this client must not be watched.
    const owner = ownerOf(upstreams(), uri);
    if (owner && !visible.includes(owner)) throw new ResourceNotFoundError(uri);
    new RequestGate(gate, 'legacy').refuse({ kind: 'resource', upstream, own }, context);
    return upstream.watchResource(own, context.mcpReq.signal);
  };
}

function ownerOf(upstreams: readonly Upstream[], uri: string): Upstream | undefined {
  try {
    return findResource(upstreams, uri).upstream;
  } catch {
    return undefined;
  }
}
