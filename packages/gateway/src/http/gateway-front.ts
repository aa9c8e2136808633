import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHttp, opensStream } from '@foldout/server';
import type { AccessRight } from '../config/config-schema.ts';
import type { Access } from './access.ts';
import { isRefusal } from './authenticator.ts';
import { createPrincipal, type Principal } from './principal.ts';
import { OWN_HEADERS, type Refusal, refuse } from './refusal.ts';
import {
  HEALTH_PATH,
  INTENT_HEADER,
  MCP_PATH,
  METRICS_PATH,
  READY_PATH,
  type Readiness,
  type Route,
  RouteTable,
} from './routes.ts';
import { type SessionOwner, SessionOwners } from './session-owners.ts';

const SESSION_HEADER = 'mcp-session-id';
const MCP_METHODS = ['GET', 'POST', 'DELETE'];
const READ_METHODS = ['GET', 'HEAD'];
/** Whoever opens what is open to everybody. */
const ANYBODY = createPrincipal({ name: 'anybody', rights: [] });
/** Ways to write a path that means another one. */
const TRICKS = /\/\/|\\|%2e|%2f|%5c|%00|\/\.\.?(\/|$)/i;
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
  readonly sessionOwner?: SessionOwner;
  readonly onProblem: (error: Error) => void;
}

/** What every request passes through, in this order: is it a page that lies, whose is it, may they, is there room. */
export class GatewayFront {
  readonly #options: FrontOptions;
  readonly #routes: RouteTable;
  readonly #owners: SessionOwners;
  #access: Access;

  constructor(options: FrontOptions, access: Access) {
    this.#options = options;
    this.#routes = new RouteTable(options.routes ?? []);
    this.#owners = new SessionOwners(options.sessionOwner);
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
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    if (this.#options.observe) this.#observe(request, response, path);
    const done = this.#answer(request, response, path, mark < 0 ? '' : url.slice(mark + 1));
    done.catch((error: unknown) => {
      this.#options.onProblem(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else this.#refuse(request, response, path, { status: 500, message: 'Something went wrong here.' });
    });
  };

  async #answer(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void> {
    const { guard } = this.#access;
    if (path === HEALTH_PATH) return this.#health(request, response);
    const stranger = guard.refusal(request);
    if (path === READY_PATH) return this.#ready(request, response, stranger === undefined);
    if (stranger) return this.#refuse(request, response, path, stranger);
    for (const [name, value] of Object.entries(guard.corsHeaders(request) ?? {})) response.setHeader(name, value);
    const preflight = guard.preflightHeaders(request);
    if (preflight) {
      response.writeHead(204, preflight).end();
      return;
    }
    if (query !== '' && CREDENTIALS.test(query)) {
      const message = 'Addresses end up in logs: send a token in the Authorization header, and make a new one now.';
      return this.#refuse(request, response, path, { status: 400, message });
    }
    if (path === MCP_PATH) return this.#mcp(request, response);
    if (path === METRICS_PATH && this.#options.metrics) return this.#metrics(request, response, this.#options.metrics);
    if (this.#access.authenticator.resource?.servesAt(path)) return this.#resourceMetadata(request, response);
    const routes = TRICKS.test(path) ? [] : this.#routes.at(path);
    if (routes.length > 0) return this.#route(request, response, path, routes);
    this.#refuse(request, response, path, { status: 404, message: `Nothing here. MCP is served at ${MCP_PATH}.` });
  }

  async #mcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#wrongMethod(request, response, MCP_PATH, MCP_METHODS)) return;
    const principal = await this.#admit(request, response, MCP_PATH, 'use');
    if (!principal) return;
    const session = request.headers[SESSION_HEADER];
    // Where there is one principal only, every session is its own.
    const { shared } = this.#access.authenticator;
    if (!shared) return this.#serve(request, response, (web) => this.#options.mcp(web, principal));
    if (typeof session === 'string') {
      const refusal = await this.#foreignSession(principal, session);
      if (refusal) return this.#refuse(request, response, MCP_PATH, refusal);
    }
    await this.#serve(request, response, async (web) => {
      const answer = await this.#options.mcp(web, principal);
      const opened = answer.headers.get(SESSION_HEADER);
      if (session === undefined && opened !== null) await this.#owners.opened(opened, principal.name);
      else if (session !== undefined && request.method === 'DELETE' && answer.ok)
        await this.#owners.ended(String(session));
      return answer;
    });
  }

  async #foreignSession({ name }: Principal, session: string): Promise<Refusal | undefined> {
    try {
      if (await this.#owners.owns(name, session)) return undefined;
      return { status: 404, message: 'Unknown session. Initialize again.' };
    } catch (error) {
      this.#options.onProblem(error as Error);
      return { status: 503, message: 'Sessions cannot be looked up now.', headers: { 'retry-after': '1' } };
    }
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    routes: readonly Route[],
  ): Promise<void> {
    const methods = routes.map(({ method }) => method);
    if (this.#wrongMethod(request, response, path, methods)) return;
    const route = routes.find(({ method }) => method === request.method) as Route;
    const forged = this.#forged(request, route);
    if (forged) return this.#refuse(request, response, path, forged);
    const { required } = this.#access.authenticator;
    const principal =
      route.right === undefined && required
        ? this.#takePlace(request, response, path, ANYBODY) && ANYBODY
        : await this.#admit(request, response, path, route.right);
    if (principal) await this.#serve(request, response, (web) => route.handle(web, principal));
  }

  /** A browser brings no token by itself; on loopback without tokens, it need not. */
  #forged({ headers }: IncomingMessage, { method, right }: Route): Refusal | undefined {
    if (method !== 'GET' && headers.authorization === undefined && headers[INTENT_HEADER] === undefined) {
      return { status: 403, message: `What changes something needs the header '${INTENT_HEADER}' or a token.` };
    }
    const crossSite = headers['sec-fetch-site'] === 'cross-site' && headers.origin === undefined;
    return crossSite && right !== undefined ? { status: 403, message: 'Not for pages of other sites.' } : undefined;
  }

  async #metrics(request: IncomingMessage, response: ServerResponse, metrics: () => Promise<string>): Promise<void> {
    if (this.#wrongMethod(request, response, METRICS_PATH, READ_METHODS)) return;
    if (!(await this.#admit(request, response, METRICS_PATH, 'watch'))) return;
    const text = await metrics();
    response.writeHead(200, { ...OWN_HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  #resourceMetadata(request: IncomingMessage, response: ServerResponse): void {
    if (this.#wrongMethod(request, response, '', READ_METHODS)) return;
    this.#json(request, response, 200, this.#access.authenticator.resource?.document(request));
  }

  #health(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#wrongMethod(request, response, HEALTH_PATH, READ_METHODS))
      this.#json(request, response, 200, { alive: true });
  }

  /** Probes know no token and no name, and get a yes or no; why is for those who may watch. */
  async #ready(request: IncomingMessage, response: ServerResponse, trusted: boolean): Promise<void> {
    if (this.#wrongMethod(request, response, READY_PATH, READ_METHODS)) return;
    const readiness = this.#options.readiness();
    const { authenticator } = this.#access;
    const asked = !authenticator.required || request.headers.authorization !== undefined;
    const who = trusted && asked ? await authenticator.identify(request) : ANYBODY;
    const mayWatch = !isRefusal(who) && who.rights.has('watch');
    this.#json(request, response, readiness.ready ? 200 : 503, mayWatch ? readiness : { ready: readiness.ready });
  }

  /** Whoever may go on; undefined where the request was refused. */
  async #admit(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    right: AccessRight | undefined,
  ): Promise<Principal | undefined> {
    const { authenticator, rate } = this.#access;
    const identity = authenticator.identify(request);
    const who = identity instanceof Promise ? await identity : identity;
    const refusal = isRefusal(who) ? who : right && authenticator.refusal(request, who, right);
    if (refusal) {
      this.#refuse(request, response, path, refusal);
      return undefined;
    }
    const principal = who as Principal;
    const wait = rate?.take(principal.name) ?? 0;
    if (wait > 0) {
      const message = `'${principal.name}' sends too many requests. Try again in ${wait} s.`;
      this.#refuse(request, response, path, { status: 429, message, headers: { 'retry-after': String(wait) } });
      return undefined;
    }
    return this.#takePlace(request, response, path, principal) ? principal : undefined;
  }

  #takePlace(request: IncomingMessage, response: ServerResponse, path: string, { name }: Principal): boolean {
    // It left while its token was looked at: nothing would give the place back.
    if (response.destroyed) return false;
    const { calls, streams } = this.#access;
    const isStream = path === MCP_PATH && opensStream(request);
    const places = isStream ? streams : calls;
    if (places.take(name)) {
      response.once('close', () => places.giveBack(name));
      return true;
    }
    const message = `There is no room for another ${isStream ? 'stream' : 'call'} now. Try again in a moment.`;
    this.#refuse(request, response, path, { status: 503, message, headers: { 'retry-after': '1' } });
    return false;
  }

  #serve(
    request: IncomingMessage,
    response: ServerResponse,
    fetch: (web: Request) => Promise<Response>,
  ): Promise<void> {
    const { bodyBytes, stalledMs } = this.#access.limits;
    // A call that takes its time is silent too: only an answer that nobody reads ends the connection.
    response.on('timeout', (socket) => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(stalledMs);
    });
    return answerHttp(request, response, fetch, { onProblem: this.#options.onProblem, maxBodyBytes: bodyBytes });
  }

  #wrongMethod(request: IncomingMessage, response: ServerResponse, path: string, methods: readonly string[]): boolean {
    if (methods.includes(request.method ?? '')) return false;
    const allow = methods.join(', ');
    this.#refuse(request, response, path, { status: 405, message: `Only ${allow} here.`, headers: { allow } });
    return true;
  }

  #json(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { ...OWN_HEADERS, 'content-type': 'application/json' });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
  }

  #refuse(request: IncomingMessage, response: ServerResponse, path: string, refusal: Refusal): void {
    const { bodyBytes } = this.#access.limits;
    refuse(request, response, refusal, { jsonRpc: path === MCP_PATH, bodyBytes });
  }

  #observe({ method = '' }: IncomingMessage, response: ServerResponse, path: string): void {
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
