import type { Gate } from '@foldout/core/internal';
import type { ResourceWatch } from '@foldout/server';
import { RequestGate } from './request-gate.ts';
import { findResource } from './resources.ts';
import { type Upstreams, visibleUpstreams } from './visible-upstreams.ts';

/** Passes the subscription of a client on to the upstream that has the resource. */
export function watchResource(upstreams: Upstreams, gate: Gate): ResourceWatch {
  return (uri, context) => {
    const { upstream, own } = findResource(visibleUpstreams(upstreams, context), uri);
    new RequestGate(gate, 'legacy').refuse({ kind: 'resource', upstream, own }, context);
    return upstream.watchResource(own, context.mcpReq.signal);
  };
}
