import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { GatewayApp } from './gateway-app.ts';

/** Stands in for a URL that cannot be parsed. Routing does not use it: the app reads the path from Node's request. */
const UNPARSABLE_URL = 'http://localhost/';

/** Connects the app to Node's HTTP server. */
export function nodeListener(
  app: GatewayApp,
  onProblem: (error: Error) => void,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const env = { incoming, outgoing };
    const listener = getRequestListener((request) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      // Off: Node drops the rest of a short body itself, and `refusalResponse` closes the connection for a long one.
      autoCleanupIncoming: false,
      // A request whose Host and path form no valid URL goes through the same checks, which refuse it.
      errorHandler: (error) => {
        if (error instanceof RequestError) return app.fetch(new Request(UNPARSABLE_URL), env);
        // Hono handles every `Error` itself. Only other thrown values, such as strings, arrive here.
        onProblem(new Error(String(error)));
        return new Response(null, { status: 500 });
      },
    });
    void listener(incoming, outgoing);
  };
}
