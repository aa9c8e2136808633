import type { ResourceWatch } from '@foldout/server';
import { findResource } from './resources.ts';
import { type Upstreams, visibleUpstreams } from './visible-upstreams.ts';

/** Passes the subscription of a client on to the upstream that has the resource. */
export function watchResource(upstreams: Upstreams): ResourceWatch {
  return (uri, context) => {
    const { upstream, own } = findResource(visibleUpstreams(upstreams, context), uri);
    return upstream.watchResource(own, context.mcpReq.signal);
  };
}
