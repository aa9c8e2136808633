import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServerFactory,
  type Server,
  type ServerNotifier,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import type { ComputedToolServer } from './computed-tool-server.ts';
import type { ServingUnit } from './protocol-additions.ts';

/** A client that left without a word is forgotten; one that comes back is told to initialize again. */
const SESSION_LIMITS = { max: 10_000, idleMs: 60 * 60_000 } as const;
const SESSION_HEADER = 'mcp-session-id';

interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: ComputedToolServer;
}

export interface HttpHandlerOptions {
  readonly maxBodyBytes: number;
  readonly onProblem: (error: Error) => void;
}

/**
 * MCP over HTTP, both eras on one address. A modern request is answered by itself; a legacy client
 * gets a session, because its context and its notifications live in one.
 */
export class HttpHandler {
  readonly #maxRequestBodySize: number;
  readonly #factory: (unit: ServingUnit) => ComputedToolServer;
  readonly #modern: McpHttpHandler;
  readonly #sessions = new LRUCache<string, LegacySession>({
    max: SESSION_LIMITS.max,
    ttl: SESSION_LIMITS.idleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ server }) => void server.close().catch(this.#onProblem),
  });
  readonly #onProblem: (error: Error) => void;

  constructor(factory: (unit: ServingUnit) => ComputedToolServer, { maxBodyBytes, onProblem }: HttpHandlerOptions) {
    this.#maxRequestBodySize = maxBodyBytes;
    this.#factory = factory;
    this.#onProblem = onProblem;
    const modern: McpServerFactory = ({ requestInfo }) => factory({ era: 'modern', request: requestInfo });
    this.#modern = createMcpHandler(modern, {
      legacy: 'reject',
      maxRequestBodySize: maxBodyBytes,
      onerror: onProblem,
    });
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const maxRequestBodySize = this.#maxRequestBodySize;
    if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize }))) return this.#modern.fetch(request);
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) return this.#openSession(request);
    const session = this.#sessions.get(id);
    if (!session) return jsonRpcError(404, -32001, 'Unknown session. Initialize again.');
    return session.transport.handleRequest(request);
  };

  /** Tells the modern clients that listen. */
  get notify(): ServerNotifier {
    return this.#modern.notify;
  }

  /** The servers of the legacy sessions. */
  servers(): Server[] {
    return [...this.#sessions.values()].map(({ server }) => server.server);
  }

  async close(): Promise<void> {
    const closing = [...this.#sessions.values()].map(({ server }) => server.close());
    this.#sessions.clear();
    await Promise.all([this.#modern.close(), ...closing]);
  }

  async #openSession(request: Request): Promise<Response> {
    const server = this.#factory({ era: 'legacy', request });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: this.#maxRequestBodySize,
      onsessioninitialized: (id) => void this.#sessions.set(id, { transport, server }),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    // Anything but an initialize request is refused by the transport and opened nothing.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }
}

function jsonRpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
