import type { Server, ServerNotifier } from '@modelcontextprotocol/server';
import { isTold } from './list-followers.ts';
import { isSubscribed } from './resource-subscriptions.ts';

export interface NotifierParts {
  /** Notifies modern clients over HTTP, which have no connection. */
  readonly modernHttp: ServerNotifier;
  readonly connections: () => Iterable<Server>;
  readonly onProblem: (error: Error) => void;
}

/** The notifier of the SDK, with a choice for changed tools. */
export interface Notifier extends ServerNotifier {
  /** `everyList` false: only connections whose list follows the catalog. */
  toolsChanged(everyList?: boolean): void;
}

/** Sends notifications to all subscribed clients, in both eras and over every transport. */
export function createNotifier(parts: NotifierParts): Notifier {
  const { modernHttp, connections, onProblem } = parts;
  const notifyAll = (send: (server: Server) => Promise<void>): void => {
    for (const server of connections()) send(server).catch(onProblem);
  };
  return {
    toolsChanged: (everyList = true) => {
      modernHttp.toolsChanged();
      notifyAll(async (server) => {
        if (isTold(server, everyList)) await server.sendToolListChanged();
      });
    },
    promptsChanged: () => {
      modernHttp.promptsChanged();
      notifyAll((server) => server.sendPromptListChanged());
    },
    resourcesChanged: () => {
      modernHttp.resourcesChanged();
      notifyAll((server) => server.sendResourceListChanged());
    },
    resourceUpdated: (uri) => {
      modernHttp.resourceUpdated(uri);
      notifyAll(async (server) => {
        if (isSubscribed(server, uri)) await server.sendResourceUpdated({ uri });
      });
    },
  };
}
