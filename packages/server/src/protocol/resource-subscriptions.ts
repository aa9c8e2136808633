import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** Bounds the memory that one client can take. */
const MAX_SUBSCRIPTIONS = 10_000;
const subscriptions = new WeakMap<Server, { has(uri: string): boolean }>();

/** Called when a client subscribes to a resource. Returns the function that ends the subscription. */
export type ResourceWatch = (uri: string, context: ServerContext) => Promise<() => void> | (() => void);

/** Answers `resources/subscribe` of a legacy client. The SDK keeps the subscriptions of modern clients. */
export function keepSubscriptions(server: Server, watch: ResourceWatch = () => () => {}): void {
  const ends = new Map<string, () => void>();
  /** The first change may arrive before the answer to the subscription. */
  const starting = new Set<string>();
  let closed = false;
  subscriptions.set(server, { has: (uri) => ends.has(uri) || starting.has(uri) });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    if (ends.has(uri) || ends.size >= MAX_SUBSCRIPTIONS) return {};
    starting.add(uri);
    try {
      const end = await watch(uri, context);
      // During the await, the connection may have closed, or another request may have subscribed to the same URI.
      if (closed || ends.has(uri)) end();
      else ends.set(uri, end);
    } finally {
      starting.delete(uri);
    }
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    ends.get(uri)?.();
    ends.delete(uri);
    return {};
  });
  const { onclose } = server;
  server.onclose = () => {
    closed = true;
    for (const end of ends.values()) end();
    ends.clear();
    onclose?.();
  };
}

/** Whether to notify a client of a change. True for a client without stored subscriptions: the SDK decides there. */
export function isSubscribed(server: Server, uri: string): boolean {
  return subscriptions.get(server)?.has(uri) ?? true;
}
