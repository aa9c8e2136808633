import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, Refused } from './refusal.ts';

/** On what is answered here and not by somebody's handler. */
const OWN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const SERVER_ERROR = -32_000;

/** A request and the response to it. The path and the query are as they were sent. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
}

export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  const { url = '' } = request;
  const mark = url.indexOf('?');
  if (mark < 0) return { request, response, path: url, query: '' };
  return { request, response, path: url.slice(0, mark), query: url.slice(mark + 1) };
}

export function expectMethod({ request }: Exchange, methods: readonly string[]): void {
  if (methods.includes(request.method ?? '')) return;
  const allow = methods.join(', ');
  throw new Refused({ status: 405, message: `Only ${allow} here.`, headers: { allow } });
}

export function sendText({ request, response }: Exchange, status: number, type: string, text: string): void {
  response.writeHead(status, { ...OWN_HEADERS, 'content-type': type });
  response.end(request.method === 'HEAD' ? undefined : text);
}

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  sendText(exchange, status, 'application/json', JSON.stringify(body));
}

/** Refuses in the form that an MCP client reads, or a plain one elsewhere. */
export function sendRefusal(
  { request, response }: Exchange,
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
