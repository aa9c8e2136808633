import type { Server, ServerNotifier } from '@modelcontextprotocol/server';
import { isWatching } from './resource-subscriptions.ts';

export interface NotifierParts {
  /** Where modern clients listen over HTTP: they have no connection to be told through. */
  readonly modernHttp: ServerNotifier;
  readonly connections: () => Iterable<Server>;
  readonly onProblem: (error: Error) => void;
}

/** Tells every client that wants to know, in either era and over every transport. */
export function createNotifier({ modernHttp, connections, onProblem }: NotifierParts): ServerNotifier {
  const tell = (send: (server: Server) => Promise<void>): void => {
    for (const server of connections()) send(server).catch(onProblem);
  };
  return {
    toolsChanged: () => {
      modernHttp.toolsChanged();
      tell((server) => server.sendToolListChanged());
    },
    promptsChanged: () => {
      modernHttp.promptsChanged();
      tell((server) => server.sendPromptListChanged());
    },
    resourcesChanged: () => {
      modernHttp.resourcesChanged();
      tell((server) => server.sendResourceListChanged());
    },
    resourceUpdated: (uri) => {
      modernHttp.resourceUpdated(uri);
      tell(async (server) => {
        if (isWatching(server, uri)) await server.sendResourceUpdated({ uri });
      });
    },
  };
}
