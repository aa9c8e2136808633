import type { Server } from '@modelcontextprotocol/server';

const levels = new WeakMap<Server, string>();

/** Stores the log level that a legacy client sets. A modern client sends its level with every request. */
export function storeLogLevel(server: Server): void {
  server.setRequestHandler('logging/setLevel', ({ params: { level } }) => {
    levels.set(server, level);
    return {};
  });
}

export function storedLogLevel(server: Server | undefined): string | undefined {
  return server && levels.get(server);
}
