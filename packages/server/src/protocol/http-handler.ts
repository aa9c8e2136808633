import { FairCache, isObject } from '@foldout/core/internal';
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpServerFactory,
  type Server,
  type ServerNotifier,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { SharedTools } from '../surfaces/enabled-tools.ts';
import type { ComputedToolServer } from './computed-tool-server.ts';
import { DirectModern, type DirectModernParts } from './direct-modern.ts';
import { isDirectRequest } from './direct-request.ts';
import { DirectSession, type MessageExtra } from './direct-session.ts';
import type { HttpAnswer } from './http-reply.ts';
import { type LegacySession, lastRequest, paramsIn, replayed } from './legacy-session.ts';
import { LISTEN, type ListenWatch } from './listen-watch.ts';
import type { ServingUnit } from './protocol-additions.ts';
import { ownerIn, type ReadOptions, type RequestOwner, readFetchOptions } from './request-owner.ts';
import { mailIn } from './session-mail.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import { withUnreadLimit } from './unread-limit.ts';

/** Idle sessions are deleted; a client that comes back later gets an error and initializes again. */
const SESSION_LIMITS = { max: 10_000, idleMs: 60 * 60_000 } as const;
const SESSION_HEADER = 'mcp-session-id';
const METHOD_HEADER = 'mcp-method';
const VERSION_HEADER = 'mcp-protocol-version';

/** The outcome of loading a session that another replica opened. */
type Reopened = LegacySession | 'unavailable' | undefined;

/** A POST whose body the host has read. */
export interface ReadRequest {
  /** Its headers are read. Its body may have been consumed. */
  readonly request: Request;
  readonly message: unknown;
  /** The same request with its body, for the SDK. */
  readonly whole: () => Request;
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal;
}

export interface HttpHandlerParts extends Pick<DirectModernParts, 'hasHeaderParams' | 'info'> {
  readonly factory: (unit: ServingUnit) => ComputedToolServer;
  readonly maxBodyBytes: number;
  readonly onProblem: (error: Error) => void;
  readonly store?: SessionStore | undefined;
  readonly listens: ListenWatch;
}

/**
 * MCP over HTTP, both eras on one address. A modern request is stateless. A legacy client gets a session, which holds its
 * context and its notification stream.
 */
export class HttpHandler {
  readonly #parts: HttpHandlerParts;
  readonly #modern: McpHttpHandler;
  readonly #direct: DirectModern;
  readonly #sessions = new FairCache<LegacySession>({
    ...SESSION_LIMITS,
    ownerOf: ({ principal }) => principal,
    dispose: ({ server }) => void server.close().catch(this.#parts.onProblem),
  });
  /** Sessions that are being loaded from the store: parallel requests of a client share one. */
  readonly #reopening = new Map<string, Promise<Reopened>>();

  constructor(parts: HttpHandlerParts) {
    this.#parts = parts;
    const modern: McpServerFactory = ({ requestInfo, authInfo }) => {
      const product = parts.factory({ era: 'modern', request: requestInfo, owner: ownerIn(authInfo) });
      const question = this.#direct.takeQuestion(requestInfo);
      if (question) product.answerCall = async () => question;
      return product;
    };
    this.#direct = new DirectModern({
      makeServer: (owner) => parts.factory({ era: 'modern', owner }),
      hasHeaderParams: parts.hasHeaderParams,
      info: parts.info,
    });
    this.#modern = createMcpHandler(modern, {
      legacy: 'reject',
      maxRequestBodySize: parts.maxBodyBytes,
      onerror: parts.onProblem,
    });
  }

  readonly fetch = async (request: Request, given?: unknown): Promise<Response> => {
    return withUnreadLimit(await this.#fetch(request, given));
  };

  async #fetch(request: Request, given?: unknown): Promise<Response> {
    const read = readFetchOptions(given);
    const { options, principal } = read;
    const maxRequestBodySize = this.#parts.maxBodyBytes;
    if (!(await isLegacyRequest(request, options.parsedBody, { maxRequestBodySize }))) {
      if (request.headers.get(METHOD_HEADER) === LISTEN) {
        const message = options.parsedBody ?? (await bodyOf(request.clone()));
        const parsedBody = this.#parts.listens.begin(message, request.signal, options.authInfo);
        return this.#modern.fetch(request, { ...options, parsedBody });
      }
      return this.#modern.fetch(request, options);
    }
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) return this.#openSession(request, read);
    const last = lastRequest(request, options.authInfo);
    const session = this.#sessions.get(id) ?? (await this.#reopen(id, principal, last));
    if (session === 'unavailable') return jsonRpcError(503, -32000, 'The session store is unavailable. Try again.');
    // The session of another owner gets the same error as an unknown one, so that its existence does not leak.
    if (!session || session.principal !== principal) {
      return jsonRpcError(404, -32001, 'Unknown session. Initialize again.');
    }
    session.last = last;
    const unsent = await this.#passOn(id, session, request, options.parsedBody);
    return unsent ?? session.transport.handleRequest(request, options);
  }

  /** A message that a client has sent to another replica. Ignored if the session is not open here. */
  deliver(id: string, message: unknown): void {
    const session = this.#sessions.get(id);
    if (isObject(message)) session?.direct.deliver(message as unknown as JSONRPCMessage, session.last);
  }

  /**
   * Answers a plain `tools/call` without the SDK's schema checks: for a gateway, where the upstream checks the same
   * message. Undefined for every other request, which goes through `fetch`.
   */
  direct({ request, message, whole, disconnected }: ReadRequest, given?: unknown): Promise<HttpAnswer> | undefined {
    if (!isDirectRequest(message) || !acceptsBoth(request.headers)) return undefined;
    const { options, owner, principal } = readFetchOptions(given);
    const http = { req: request, ...(options.authInfo && { authInfo: options.authInfo }) };
    const id = request.headers.get(SESSION_HEADER);
    if (id === null) {
      if (!this.#direct.accepts(message, request.headers)) return undefined;
      const passOn = (): Promise<Response> => {
        const passed = whole();
        this.#direct.passQuestion(request, passed);
        return this.#modern.fetch(passed, { ...options, parsedBody: message });
      };
      return this.#direct.call(message, { http, passOn }, owner, disconnected);
    }
    const version = request.headers.get(VERSION_HEADER);
    const session = this.#sessions.get(id);
    if (
      !session ||
      session.principal !== principal ||
      (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version))
    )
      return undefined;
    session.last = lastRequest(request, options.authInfo);
    const passOn = (): Promise<Response> =>
      session.transport.handleRequest(whole(), { ...options, parsedBody: message });
    return session.direct.call(message, { http, passOn });
  }

  /** Notifies modern clients that have subscribed. */
  get notify(): ServerNotifier {
    return this.#modern.notify;
  }

  /** The servers of the legacy sessions. */
  servers(): Server[] {
    return this.#sessions.values().map(({ server }) => server.server);
  }

  /** Closes a session that another replica has ended. */
  forget(id: string): void {
    this.#sessions.delete(id);
  }

  async close(): Promise<void> {
    const closing = this.#sessions.values().map(({ server }) => server.close());
    this.#sessions.clear();
    await Promise.all([this.#modern.close(), ...closing]);
  }

  async #openSession(request: Request, { options, owner, principal }: ReadOptions): Promise<Response> {
    const { store } = this.#parts;
    const body = options.parsedBody ?? (store && (await bodyOf(request.clone())));
    const session = await this.#connect(crypto.randomUUID(), request, owner, principal);
    const response = await session.transport.handleRequest(request, options);
    const id = session.transport.sessionId;
    // The transport refuses every request but `initialize`; then there is no session.
    if (id === undefined) await session.server.close();
    // The session is saved before the response is sent: the client's next request may reach another replica.
    else await store?.save({ id, opening: paramsIn(body), principal }).catch(this.#parts.onProblem);
    return response;
  }

  /** Gives other replicas the messages that concern them. Returns the refusal if they cannot be reached. */
  async #passOn(id: string, { direct }: LegacySession, request: Request, read: unknown): Promise<Response | undefined> {
    const { store, onProblem } = this.#parts;
    if (!store?.mail || request.method !== 'POST') return undefined;
    const mail = mailIn(read ?? (await bodyOf(request.clone())), (message) => direct.concernsOthers(message));
    try {
      for (const one of mail) await store.mail.send(id, one);
      return undefined;
    } catch (error) {
      onProblem(error as Error);
      const message = 'This message is for another replica of the gateway, and their database does not answer.';
      return jsonRpcError(503, -32000, `${message} Send it again in a moment.`);
    }
  }

  #reopen(id: string, principal: string | undefined, last: MessageExtra): Promise<Reopened> {
    const { store } = this.#parts;
    if (!store) return Promise.resolve(undefined);
    const key = JSON.stringify([id, principal]);
    const running = this.#reopening.get(key);
    if (running) return running;
    const reopening = store
      .load(id)
      .then((stored): Reopened | Promise<Reopened> =>
        stored && stored.principal === principal ? this.#replay(stored, last) : undefined,
      )
      .catch((error) => {
        this.#parts.onProblem(error);
        return 'unavailable' as const;
      })
      .finally(() => this.#reopening.delete(key));
    this.#reopening.set(key, reopening);
    return reopening;
  }

  /** Replays what the client has sent before to a new server. The responses are dropped: the client has them already. */
  async #replay({ id, opening, principal }: StoredSession, last: MessageExtra): Promise<LegacySession> {
    const owner = principal === undefined ? undefined : { name: principal };
    const lasting = await this.#parts.store?.mail?.lasting(id);
    const session = await this.#connect(id, undefined, owner, principal);
    session.last = last;
    const send = async (message: object, headers = {}): Promise<void> => {
      const response = await session.transport.handleRequest(replayed({ jsonrpc: '2.0', ...message }, headers));
      await response.text();
    };
    await send({ id: 0, method: 'initialize', params: opening });
    await send({ method: 'notifications/initialized' }, { [SESSION_HEADER]: id });
    for (const { message } of lasting ?? []) this.deliver(id, message);
    return session;
  }

  #toolsOf(session: string): SharedTools | undefined {
    const { store, onProblem } = this.#parts;
    const tools = store?.enabledTools;
    // Without the store, the session keeps the tools that this replica has enabled.
    const orUndefined = (error: Error): undefined => void onProblem(error);
    return (
      tools && {
        load: () => tools.load(session).catch(orUndefined),
        add: (ids, max) => tools.add(session, ids, max).catch(orUndefined),
      }
    );
  }

  async #connect(
    id: string,
    request: Request | undefined,
    owner: RequestOwner | undefined,
    principal: string | undefined,
  ): Promise<LegacySession> {
    const { factory, store, onProblem, maxBodyBytes } = this.#parts;
    const server = factory({ era: 'legacy', request, owner, sharedTools: this.#toolsOf(id) });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: () => void this.#sessions.set(id, session),
      onsessionclosed: () => {
        this.#sessions.delete(id);
        void store?.remove(id).catch(onProblem);
      },
    });
    const direct = new DirectSession(transport, { replicated: store?.mail !== undefined });
    const session: LegacySession = { transport, direct, server, principal, last: undefined };
    await direct.connect(server);
    return session;
  }
}

function acceptsBoth(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  return (
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    isJsonContentType(headers.get('content-type'))
  );
}

function bodyOf(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined);
}

function jsonRpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
