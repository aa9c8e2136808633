import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';

const GRACE_MS = 3_000;
const LOOPBACK = /^(localhost|::1|127(\.\d{1,3}){3})$/;

export interface ServeHttpOptions {
  readonly host: string;
  readonly port: number;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** How long calls in flight may go on once it closes. */
  readonly graceMs?: number;
  /** Sizes and timeouts of Node's server. */
  readonly server?: ServerOptions;
}

export interface HttpListener {
  /** Without a path. */
  readonly origin: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** A port that is closed gracefully: calls in flight finish, streams end at once. Who may call is the handler's to say. */
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

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether a request opens something that lasts as long as its client stays, and is not a call that ends by itself. */
export function opensStream({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';
}

export interface AnswerOptions {
  readonly onProblem: (error: Error) => void;
  readonly maxBodyBytes?: number;
}

/** Answers one request of Node's with a web-standard handler. A body that is too long is refused while it comes in. */
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
 * A GET opens the stream of a legacy session, which may be silent for long. The adapter sends headers with
 * the first bytes of the body: the client would wait for the first keep-alive to learn that it is connected.
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
  return new Error(`Port ${port} is in use. Choose another with the option port, or 0 for any free one.`, {
    cause: error,
  });
}

/** Lets calls in flight finish for a moment, then cuts what is left. */
function gracefulClose(http: Server, graceMs: number): () => Promise<void> {
  const streams = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  http.on('request', (request, response) => {
    // Only calls are worth waiting for.
    if (opensStream(request)) streams.add(response);
    response.once('close', () => {
      streams.delete(response);
      // Its connection would be kept for a next request, and none will be answered.
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
