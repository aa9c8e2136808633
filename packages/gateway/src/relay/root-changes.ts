import type { Server } from '@modelcontextprotocol/server';

const changes = new WeakMap<Server, number>();

/** Counts how often a legacy client has said that its roots changed. Its servers hear of it with the next call. */
export function countRootChanges(server: Server): void {
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    changes.set(server, (changes.get(server) ?? 0) + 1);
  });
}

export function rootChanges(server: Server | undefined): number {
  return (server && changes.get(server)) ?? 0;
}
