import type { IncomingMessage } from 'node:http';

/** Headers of responses that the gateway writes itself, not a handler. */
export const OWN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
/** Codes of JSON-RPC errors. */
const SERVER_ERROR = -32_000;
const INTERNAL_ERROR = -32_603;

/** Why a request is refused. The message goes to the client, so it holds no secret and nothing that the client may not know. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by middleware; the error handler of the app turns it into a response. */
export class Refused extends Error implements Refusal {
  override readonly name = 'Refused';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ status, message, headers = {} }: Refusal) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The header that tells a client when to try again. */
export function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(seconds) };
}

/** A JSON-RPC error for an MCP client, `{ error }` for other clients. */
export function refusalResponse(
  { status, message, headers }: Refusal,
  incoming: IncomingMessage,
  { jsonRpc, bodyBytes }: { readonly jsonRpc: boolean; readonly bodyBytes: number },
): Response {
  const code = status === 500 ? INTERNAL_ERROR : SERVER_ERROR;
  const body = jsonRpc ? { jsonrpc: '2.0', error: { code, message }, id: null } : { error: message };
  const close = canSkipBody(incoming, bodyBytes) ? {} : { connection: 'close' };
  return Response.json(body, { status, headers: { ...OWN_HEADERS, ...headers, ...close } });
}

/** Node reads and drops the rest of a short body, and keeps the connection. A long or endless body ends the connection. */
function canSkipBody({ headers }: IncomingMessage, bodyBytes: number): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= bodyBytes;
}
