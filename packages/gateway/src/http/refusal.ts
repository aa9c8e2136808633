import type { IncomingMessage, ServerResponse } from 'node:http';

/** Why a request is not answered. The message is for whoever sent it: it holds nothing they did not send or may not know. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** On what is answered here and not by somebody's handler. */
export const OWN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const SERVER_ERROR = -32_000;

/** Refuses in the form that an MCP client reads, or a plain one elsewhere. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers }: Refusal,
  { jsonRpc, bodyBytes }: { readonly jsonRpc: boolean; readonly bodyBytes: number },
): void {
  const body = jsonRpc ? { jsonrpc: '2.0', error: { code: SERVER_ERROR, message }, id: null } : { error: message };
  response.writeHead(status, {
    ...OWN_HEADERS,
    'content-type': 'application/json',
    ...headers,
    ...(mayStay(request, bodyBytes) ? {} : { connection: 'close' }),
  });
  response.end(JSON.stringify(body));
}

/** The rest of a body that nobody wants is read and dropped where its end is in sight; else the connection ends with it. */
function mayStay({ headers }: IncomingMessage, bodyBytes: number): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= bodyBytes;
}
