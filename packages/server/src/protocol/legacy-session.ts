import type { AuthInfo, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ComputedToolServer } from './computed-tool-server.ts';
import type { DirectSession, MessageExtra } from './direct-session.ts';

/** A session of a legacy client over HTTP. */
export interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly direct: DirectSession;
  readonly server: ComputedToolServer;
  readonly principal: string | undefined;
  /** The last request of the client: the rights with which messages of other replicas are handled. */
  last: MessageExtra;
}

export function lastRequest(request: Request, authInfo: AuthInfo | undefined): MessageExtra {
  return { request, ...(authInfo && { authInfo }) };
}

/** A message of the client, as a request of it would bring it. */
export function replayed(message: object, headers: Record<string, string>): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  });
}

/** The params in a body. */
export function paramsIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'params' in body ? body.params : undefined;
}
