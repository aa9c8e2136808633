import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';

const GRACE_MS = 3_000;

export interface ServeHttpOptions {
  readonly host: string;
  readonly port: number;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** How long running calls may continue after `close()`. */
  readonly graceMs?: number;
  /** Size limits and timeouts of Node's HTTP server. */
  readonly server?: ServerOptions;
}

export interface HttpListener {
  /** The URL without a path, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** An HTTP server that closes gracefully: running calls finish, streams end at once. The handler does the authorization. */
export async function serveHttp(options: ServeHttpOptions): Promise<HttpListener> {
  const { host, port, handle, graceMs = GRACE_MS } = options;
  const server = createServer(options.server ?? {}, handle);
  const close = gracefulClose(server, graceMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return { origin: `http://${name}:${address.port}`, server, close };
}

/** Whether a request opens a stream that lasts until the client leaves, in contrast to a call, which ends on its own. */
export function opensStream({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';
}

export interface AnswerOptions {
  readonly onProblem: (error: Error) => void;
  readonly maxBodyBytes?: number;
}

/** Answers a Node request with a web-standard handler. A body that is too long is refused while it is received. */
export function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
  { onProblem, maxBodyBytes }: AnswerOptions,
): Promise<void> {
  if (request.method === 'GET') sendHeadersAtOnce(response);
  const options = { onerror: onProblem, ...(maxBodyBytes !== undefined && { maxRequestBodySize: maxBodyBytes }) };
  const handle = toNodeHandler({ fetch: (web) => fetch(web) }, options);
  return handle(request as Parameters<typeof handle>[0], response);
}

/**
 * A GET opens the notification stream of a legacy session, which may stay silent for long. The adapter sends the headers
 * with the first bytes of the body: without a flush, the client waits for the first keep-alive.
 */
function sendHeadersAtOnce(response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = (...args: unknown[]) => {
    Reflect.apply(writeHead, response, args);
    response.flushHeaders();
    return response;
  };
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(`Port ${port} is in use. Choose another with the option port, or 0 for any free port.`, {
    cause: error,
  });
}

/** Lets running calls finish within the grace period, then closes their connections. */
function gracefulClose(http: Server, graceMs: number): () => Promise<void> {
  const streams = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  http.on('request', (request, response) => {
    // `close()` ends streams at once: they never end on their own.
    if (opensStream(request)) streams.add(response);
    response.once('close', () => {
      streams.delete(response);
      // A closing server accepts no more requests, but an idle keep-alive connection would delay its end.
      if (closing) http.closeIdleConnections();
    });
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    for (const stream of streams) stream.destroy();
    http.closeIdleConnections();
    const timer = setTimeout(() => http.closeAllConnections(), graceMs);
    try {
      await closed;
    } finally {
      clearTimeout(timer);
    }
  };
  return () => {
    closing ??= close();
    return closing;
  };
}
