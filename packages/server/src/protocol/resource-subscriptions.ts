import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** Enough for every client that means well; one that does not cannot fill the memory. */
const MAX_WATCHED = 10_000;
const watchedBy = new WeakMap<Server, Set<string>>();

/** Told when a legacy client begins to watch a resource, and when it ends, also by leaving. */
export interface ResourceWatch {
  start(uri: string, context: ServerContext): Promise<void> | void;
  stop(uri: string): void;
}

/** Answers `resources/subscribe` of a legacy client and remembers what it watches. A modern one listens, and the SDK knows to what. */
export function keepSubscriptions(server: Server, watch?: ResourceWatch): void {
  const watched = new Set<string>();
  watchedBy.set(server, watched);
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    if (watched.has(uri) || watched.size >= MAX_WATCHED) return {};
    await watch?.start(uri, context);
    watched.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    if (watched.delete(uri)) watch?.stop(uri);
    return {};
  });
  const left = server.onclose;
  server.onclose = () => {
    for (const uri of watched) watch?.stop(uri);
    watched.clear();
    left?.();
  };
}

/** Whether a client is told of changes to a resource; where no subscriptions are kept, the SDK decides. */
export function isWatching(server: Server, uri: string): boolean {
  return watchedBy.get(server)?.has(uri) ?? true;
}
