import type { Server } from '@modelcontextprotocol/server';

/** Enough for every client that means well; one that does not cannot fill the memory. */
const MAX_WATCHED = 10_000;
const watchedBy = new WeakMap<Server, Set<string>>();

/** Answers `resources/subscribe` of a legacy client and remembers what it watches. A modern one listens, and the SDK knows to what. */
export function keepSubscriptions(server: Server): void {
  const watched = new Set<string>();
  watchedBy.set(server, watched);
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (watched.size < MAX_WATCHED) watched.add(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
}

/** Whether a client is told of changes to a resource; where no subscriptions are kept, the SDK decides. */
export function isWatching(server: Server, uri: string): boolean {
  return watchedBy.get(server)?.has(uri) ?? true;
}
