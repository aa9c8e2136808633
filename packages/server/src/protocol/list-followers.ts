import type { Server } from '@modelcontextprotocol/server';
import type { Surface, Viewer } from '../surfaces/surface.ts';

interface Follower {
  /** Whether the client lists its tools again after `tools/list_changed`. */
  readonly listens: boolean;
  /** Whether its list changes with the catalog. */
  varies(): boolean;
}

const followers = new WeakMap<Server, Follower>();

/** Records, at every `tools/list`, whether the client follows `tools/list_changed` and whether its list can change. */
export function rememberListing(server: Server, surface: Surface, viewer: Viewer): void {
  const varies = (): boolean => viewer.showsApps === true || (surface.variesFor?.(viewer) ?? surface.varies);
  const varied = varies();
  followers.set(server, { listens: viewer.facts?.honorsListChanged !== false, varies: () => varied || varies() });
}

/** Whether a change is announced on this connection. `everyList`: the change is part of every list, such as a pin. */
export function isTold(server: Server, everyList: boolean): boolean {
  const follower = followers.get(server);
  // A client that has not listed its tools yet may list them while the catalog changes.
  return !follower || (follower.listens && (everyList || follower.varies()));
}
