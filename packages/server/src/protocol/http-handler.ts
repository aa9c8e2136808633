import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServerFactory,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

const MAX_SESSIONS = 10_000;
const SESSION_HEADER = 'mcp-session-id';

interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
}

/**
 * MCP over HTTP, both eras on one address. A modern request is answered by itself; a legacy client
 * gets a session, because its context and its notifications live in one.
 */
export class HttpHandler {
  readonly #factory: (era: 'modern' | 'legacy') => Server;
  readonly #modern: McpHttpHandler;
  readonly #sessions = new Map<string, LegacySession>();
  readonly #onProblem: (error: Error) => void;

  constructor(factory: (era: 'modern' | 'legacy') => Server, onProblem: (error: Error) => void) {
    this.#factory = factory;
    this.#onProblem = onProblem;
    const modern: McpServerFactory = () => factory('modern');
    this.#modern = createMcpHandler(modern, { legacy: 'reject', onerror: onProblem });
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    if (!(await isLegacyRequest(request))) return this.#modern.fetch(request);
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) return this.#openSession(request);
    const session = this.#sessions.get(id);
    if (!session) return jsonRpcError(404, -32001, 'Unknown session. Initialize again.');
    return session.transport.handleRequest(request);
  };

  toolsChanged(): void {
    this.#modern.notify.toolsChanged();
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(this.#onProblem);
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all([this.#modern.close(), ...sessions.map(({ server }) => server.close())]);
  }

  async #openSession(request: Request): Promise<Response> {
    if (this.#sessions.size >= MAX_SESSIONS) return jsonRpcError(503, -32000, 'Too many sessions. Try again later.');
    const server = this.#factory('legacy');
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
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
