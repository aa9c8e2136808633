import type { ResourceWatch } from '@foldout/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
import { findResource, listedUri } from './resources.ts';
import { type Upstreams, visibleUpstreams } from './visible-upstreams.ts';

interface Watch {
  readonly upstream: Upstream;
  readonly own: string;
  watchers: number;
}

/** Which resources clients watch. An upstream is asked once for each, and told when nobody watches any more. */
export class ResourceWatches implements ResourceWatch {
  readonly #upstreams: Upstreams;
  readonly #watches = new Map<string, Watch>();

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  async start(uri: string, context: ServerContext): Promise<void> {
    const watch = this.#watches.get(uri);
    if (watch) {
      watch.watchers += 1;
      return;
    }
    const { upstream, own } = findResource(visibleUpstreams(this.#upstreams, context), uri);
    this.#watches.set(uri, { upstream, own, watchers: 1 });
    try {
      await upstream.request('resources/subscribe', { uri: own }, { signal: context.mcpReq.signal });
    } catch (error) {
      this.#watches.delete(uri);
      throw error;
    }
  }

  stop(uri: string): void {
    const watch = this.#watches.get(uri);
    if (!watch) return;
    watch.watchers -= 1;
    if (watch.watchers > 0) return;
    this.#watches.delete(uri);
    void watch.upstream.request('resources/unsubscribe', { uri: watch.own }).catch(() => {});
  }

  /** Asks an upstream again that was started anew: it has forgotten. */
  renew(upstream: Upstream): void {
    for (const watch of this.#watches.values()) {
      if (watch.upstream === upstream) {
        void upstream.request('resources/subscribe', { uri: watch.own }).catch(() => {});
      }
    }
  }

  /** The address that clients know a resource by. */
  listed(server: string, own: string): string {
    const upstream = this.#upstreams().find(({ name }) => name === server);
    return upstream ? listedUri(this.#upstreams(), upstream, own) : own;
  }
}
