import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { Access } from './access.ts';
import type { Principal } from './principal.ts';

/** A request to an MCP endpoint, as it was read. */
export interface ReadMessage {
  /** Undefined for a request without a body. */
  readonly body: string | undefined;
  /** Aborted when the client disconnects before it has the whole response. */
  readonly disconnected: AbortSignal;
}

/** What every middleware and handler of the app can read. */
export interface GatewayEnv {
  /** Node's own objects. The checks read the path and the headers from here, exactly as the client sent them. */
  readonly Bindings: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse };
  readonly Variables: { readonly access: Access; readonly principal: Principal; readonly message: ReadMessage };
}

export type GatewayMiddleware = MiddlewareHandler<GatewayEnv>;

/** The path without decoding or resolving: `/mcp/../metrics` is not `/metrics`. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
