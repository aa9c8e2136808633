import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);
const GRACE_MS = 3_000;
export const MCP_PATH = '/mcp';

export interface HttpListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly onProblem: (error: Error) => void;
}

export interface HttpListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on loopback only: whoever can reach the port can run the commands. */
export async function listenHttp({ host, port, fetch, onProblem }: HttpListenerOptions): Promise<HttpListener> {
  if (!LOOPBACK.has(host)) {
    throw new Error(
      `Refusing to listen on '${host}': everyone who can reach it could run every command. ` +
        "Use '127.0.0.1', or mount server.fetch behind your own authentication.",
    );
  }
  const handle = toNodeHandler({ fetch }, { onerror: onProblem });
  const guards = [localhostHostValidation(), localhostOriginValidation()];
  const http = createServer((request, response) => {
    if (guards.every((guard) => guard(request, response))) route(request, response, handle);
  });
  const close = gracefulClose(http);
  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    http.listen(port, host, resolve);
  });
  const address = http.address() as AddressInfo;
  const name = host === '::1' ? '[::1]' : host;
  return { url: `http://${name}:${address.port}${MCP_PATH}`, close };
}

function route(request: IncomingMessage, response: ServerResponse, handle: ReturnType<typeof toNodeHandler>): void {
  if (request.url?.split('?', 1)[0] === MCP_PATH) {
    if (request.method === 'GET') sendHeadersAtOnce(response);
    void handle(request as Parameters<typeof handle>[0], response);
  } else {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`Nothing here. MCP is served at ${MCP_PATH}.\n`);
  }
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
function gracefulClose(http: Server): () => Promise<void> {
  const streams = new Set<ServerResponse>();
  let closing = false;
  http.on('request', ({ method }, response) => {
    // What a GET opens lasts as long as its client stays; only calls are worth waiting for.
    if (method === 'GET') streams.add(response);
    response.once('close', () => {
      streams.delete(response);
      // Its connection would be kept for a next request, and none will be answered.
      if (closing) http.closeIdleConnections();
    });
  });
  return async () => {
    closing = true;
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    for (const stream of streams) stream.destroy();
    http.closeIdleConnections();
    const timer = setTimeout(() => http.closeAllConnections(), GRACE_MS);
    try {
      await closed;
    } finally {
      clearTimeout(timer);
    }
  };
}
