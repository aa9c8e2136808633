import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHttp } from '@foldout/server/http';
import type { Access } from './access.ts';
import { admit, admitTo, VISITOR } from './admission.ts';
import { isRefusal } from './authenticator.ts';
import { type Exchange, exchangeOf, expectMethod, sendJson, sendRefusal, sendText } from './exchange.ts';
import type { Principal } from './principal.ts';
import { Refused } from './refusal.ts';
import { HEALTH_PATH, MCP_PATH, METRICS_PATH, READY_PATH, type Readiness, type Route, RouteTable } from './routes.ts';

const MCP_METHODS = ['GET', 'POST', 'DELETE'];
const READ_METHODS = ['GET', 'HEAD'];
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const CREDENTIALS = /(?:^|&)(?:access_?token|token|bearer|authorization|api_?key)=/i;

export interface ObservedRequest {
  /** The path of the endpoint, `other` where there is none. */
  readonly route: string;
  readonly method: string;
  /** 0 where the client left before it was answered. */
  readonly status: number;
  readonly durationMs: number;
}

export interface FrontOptions {
  /** Serves MCP. Whoever calls it has been let in, and may use tools: which, the principal says. */
  readonly mcp: (request: Request, principal: Principal) => Promise<Response>;
  readonly routes?: readonly Route[];
  readonly readiness: () => Readiness;
  /** Metrics in the form that Prometheus reads. */
  readonly metrics?: () => Promise<string>;
  /** Told of every request once it is over. */
  readonly observe?: (request: ObservedRequest) => void;
  readonly onProblem: (error: Error) => void;
}

/** What every request passes through, in this order: is it a page that lies, whose is it, may they, is there room. */
export class GatewayFront {
  readonly #options: FrontOptions;
  readonly #routes: RouteTable;
  #access: Access;

  constructor(options: FrontOptions, access: Access) {
    this.#options = options;
    this.#routes = new RouteTable(options.routes ?? []);
    this.#access = access;
  }

  setAccess(access: Access): void {
    this.#access = access;
  }

  inFlight(): { calls: number; streams: number } {
    const { calls, streams } = this.#access;
    return { calls: calls.taken, streams: streams.taken };
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = exchangeOf(request, response);
    if (this.#options.observe) this.#observe(exchange);
    this.#answer(exchange).catch((error: unknown) => this.#fail(exchange, error));
  };

  async #answer(exchange: Exchange): Promise<void> {
    const { request, response, path, query } = exchange;
    const { guard, authenticator } = this.#access;
    if (path === HEALTH_PATH) return this.#health(exchange);
    const stranger = guard.refusal(request);
    if (path === READY_PATH) return this.#ready(exchange, stranger === undefined);
    if (stranger) throw new Refused(stranger);
    for (const [name, value] of Object.entries(guard.corsHeaders(request) ?? {})) response.setHeader(name, value);
    const preflight = guard.preflightHeaders(request);
    if (preflight) {
      response.writeHead(204, preflight).end();
      return;
    }
    if (query !== '' && CREDENTIALS.test(query)) {
      const message = 'Addresses end up in logs: send a token in the Authorization header, and make a new one now.';
      throw new Refused({ status: 400, message });
    }
    if (path === MCP_PATH) return this.#mcp(exchange);
    if (path === METRICS_PATH && this.#options.metrics) return this.#metrics(exchange, this.#options.metrics);
    if (authenticator.resource?.servesAt(path)) {
      expectMethod(exchange, READ_METHODS);
      return sendJson(exchange, 200, authenticator.resource.document(request));
    }
    return this.#route(exchange);
  }

  async #mcp(exchange: Exchange): Promise<void> {
    expectMethod(exchange, MCP_METHODS);
    const { mcp } = this.#options;
    const principal = await admit(exchange, this.#access, 'use');
    await this.#serve(exchange, (web) => mcp(web, principal));
  }

  async #route(exchange: Exchange): Promise<void> {
    const routes = this.#routes.at(exchange.path);
    if (routes.length === 0) {
      throw new Refused({ status: 404, message: `Nothing here. MCP is served at ${MCP_PATH}.` });
    }
    const methods = routes.map(({ method }) => method);
    expectMethod(exchange, methods);
    const route = routes.find(({ method }) => method === exchange.request.method) as Route;
    const principal = await admitTo(route, exchange, this.#access);
    await this.#serve(exchange, (web) => route.handle(web, principal));
  }

  async #metrics(exchange: Exchange, metrics: () => Promise<string>): Promise<void> {
    expectMethod(exchange, READ_METHODS);
    await admit(exchange, this.#access, 'watch');
    sendText(exchange, 200, METRICS_TYPE, await metrics());
  }

  #health(exchange: Exchange): void {
    expectMethod(exchange, READ_METHODS);
    sendJson(exchange, 200, { alive: true });
  }

  /** Probes know no token and no name, and get a yes or no; why is for those who may watch. */
  async #ready(exchange: Exchange, trusted: boolean): Promise<void> {
    expectMethod(exchange, READ_METHODS);
    const readiness = this.#options.readiness();
    const { authenticator } = this.#access;
    const asks = !authenticator.required || exchange.request.headers.authorization !== undefined;
    const who = trusted && asks ? await authenticator.identify(exchange.request) : VISITOR;
    const mayWatch = !isRefusal(who) && who.rights.has('watch');
    sendJson(exchange, readiness.ready ? 200 : 503, mayWatch ? readiness : { ready: readiness.ready });
  }

  #serve({ request, response }: Exchange, fetch: (web: Request) => Promise<Response>): Promise<void> {
    const { bodyBytes, stalledMs } = this.#access.limits;
    // A call that takes its time is silent too: only an answer that nobody reads ends the connection.
    response.on('timeout', (socket) => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(stalledMs);
    });
    return answerHttp(request, response, fetch, { onProblem: this.#options.onProblem, maxBodyBytes: bodyBytes });
  }

  #fail(exchange: Exchange, error: unknown): void {
    if (!(error instanceof Refused)) this.#options.onProblem(error instanceof Error ? error : new Error(String(error)));
    const { response, path } = exchange;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refusal = error instanceof Refused ? error : { status: 500, message: 'Something went wrong here.' };
    sendRefusal(exchange, refusal, { jsonRpc: path === MCP_PATH, bodyBytes: this.#access.limits.bodyBytes });
  }

  #observe({ request: { method = '' }, response, path }: Exchange): void {
    const started = performance.now();
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : 0;
      const durationMs = performance.now() - started;
      this.#options.observe?.({ route: this.#labelOf(path), method, status, durationMs });
    });
  }

  /** One of a few: what a stranger types must not become a label. */
  #labelOf(path: string): string {
    if ([MCP_PATH, HEALTH_PATH, READY_PATH, METRICS_PATH].includes(path)) return path;
    return this.#routes.at(path)[0]?.path ?? 'other';
  }
}
