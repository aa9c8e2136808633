import type { Principal } from '../http/principal.ts';
import type { Route } from '../http/routes.ts';
import { activityList } from './activity-list.ts';
import { ActivityLog } from './activity-log.ts';
import { addServer, changeConfiguration, configuration, signInTo, undoChange } from './administer.ts';
import { approvalList, approveTool } from './approval-list.ts';
import { auditSearch } from './audit-search.ts';
import { CatalogCost } from './catalog-cost.ts';
import { clientList } from './client-list.ts';
import { ConnectedClients } from './connected-clients.ts';
import { functionReviews, reviewFunction } from './function-reviews.ts';
import { answerJson } from './json-answers.ts';
import { LiveEvents, type LiveOptions } from './live-events.ts';
import { MissingWords } from './missing-words.ts';
import { pageRoutes } from './page-files.ts';
import { answerPending, pendingCalls } from './pending-calls.ts';
import { serverDetail } from './server-detail.ts';
import type { DashboardSources } from './sources.ts';
import { toolLevels } from './tool-levels.ts';
import { toolList } from './tool-list.ts';
import { trySearch } from './try-search.ts';
import { tryTool } from './try-tool.ts';
import { restartUpstream, upstreamList } from './upstream-list.ts';
import { overview, usageOf } from './usage-views.ts';

const API_PATH = '/dashboard/api';

export interface DashboardOptions {
  readonly live?: Partial<LiveOptions>;
}

/** What the dashboard remembers of requests, in memory. */
interface Recorders {
  readonly activity: ActivityLog;
  readonly clients: ConnectedClients;
}

type Endpoint = (principal: Principal, request: Request) => unknown;

/** GET requests of the page. They need the right `watch`. */
function createQueries(sources: DashboardSources, { activity, clients }: Recorders) {
  const cost = new CatalogCost(sources);
  return {
    me: ({ name, rights }: Principal) => ({ name, rights: [...rights] }),
    overview: (principal: Principal, request: Request) => overview(sources, principal, queryOf(request), cost),
    tools: (principal: Principal, request: Request) => toolList(sources, principal, queryOf(request)),
    tool: (principal: Principal, request: Request) => toolLevels(sources, principal, queryOf(request)),
    search: (principal: Principal, request: Request) => trySearch(sources, principal, queryOf(request)),
    upstreams: () => upstreamList(sources),
    usage: (principal: Principal, request: Request) => usageOf(sources, principal, queryOf(request)),
    approvals: (principal: Principal) => approvalList(sources, principal),
    clients: (principal: Principal) => clientList(sources, clients, principal),
    activity: (principal: Principal, request: Request) => activityList(activity, principal, queryOf(request)),
  } satisfies Record<string, Endpoint>;
}

/** GET requests of the page that show arguments of calls, and sources of functions. They need the right `operate`. */
function createOperatorQueries(sources: DashboardSources) {
  return {
    pending: () => pendingCalls(sources),
    functions: () => functionReviews(sources),
    audit: (_principal: Principal, request: Request) => auditSearch(sources, queryOf(request)),
    server: (_principal: Principal, request: Request) => serverDetail(sources, queryOf(request)),
  } satisfies Record<string, Endpoint>;
}

/** GET requests of the page that show the configuration. They need the right `administer`. */
function createAdministratorQueries(sources: DashboardSources, words: MissingWords) {
  return {
    configuration: () => configuration(sources),
    improvements: (principal: Principal) => words.state(principal),
  } satisfies Record<string, Endpoint>;
}

/** POST requests of the page that change the configuration, which can run any program. They need the right `administer`. */
function createAdministratorActions(sources: DashboardSources, words: MissingWords) {
  return {
    add: (principal: Principal, request: Request) => addServer(sources, principal, request),
    change: (principal: Principal, request: Request) => changeConfiguration(sources, principal, request),
    improve: (principal: Principal) => words.start(principal),
    undo: (principal: Principal, request: Request) => undoChange(sources, principal, request),
    signin: (_principal: Principal, request: Request) => signInTo(sources, request),
  } satisfies Record<string, Endpoint>;
}

/** POST requests of the page that call tools. They need the right `use`. */
function createUserActions(sources: DashboardSources) {
  return {
    try: (principal: Principal, request: Request) => tryTool(sources, principal, request),
  } satisfies Record<string, Endpoint>;
}

/** POST requests of the page. They change something, and need the right `operate`. */
function createActions(sources: DashboardSources) {
  return {
    restart: (_principal: Principal, request: Request) => restartUpstream(sources, request),
    answer: (principal: Principal, request: Request) => answerPending(sources, principal, request),
    review: (principal: Principal, request: Request) => reviewFunction(sources, principal, request),
    approve: (principal: Principal, request: Request) => approveTool(sources, principal, request),
  } satisfies Record<string, Endpoint>;
}

/** GET requests of the page before anybody has signed in. */
function createPublicQueries(sources: DashboardSources) {
  return { entrance: () => ({ provider: sources.identityProvider?.() }) } satisfies Record<string, Endpoint>;
}

type AnswersOf<T extends Record<string, (...args: never[]) => unknown>> = {
  readonly [Name in keyof T]: Awaited<ReturnType<T[Name]>>;
};

/** The response type of each GET request. The dashboard page imports it. */
export type DashboardAnswers = AnswersOf<
  ReturnType<typeof createQueries> &
    ReturnType<typeof createOperatorQueries> &
    ReturnType<typeof createAdministratorQueries> &
    ReturnType<typeof createPublicQueries>
>;
export type DashboardActions = AnswersOf<
  ReturnType<typeof createActions> &
    ReturnType<typeof createUserActions> &
    ReturnType<typeof createAdministratorActions>
>;

/** The dashboard of a gateway: the page, its API, and its live events. */
export function dashboardRoutes(sources: DashboardSources, { live = {} }: DashboardOptions = {}): Route[] {
  const recorders = { activity: new ActivityLog(sources.server), clients: new ConnectedClients(sources.server) };
  const events = new LiveEvents({ ...sources, activity: recorders.activity }, live);
  const words = new MissingWords(sources);
  const endpoints = (method: Route['method'], right: Route['right'], handlers: Record<string, Endpoint>): Route[] =>
    Object.entries(handlers).map(([name, handler]) => ({
      method,
      path: `${API_PATH}/${name}`,
      right,
      handle: (request, principal) => answerJson(() => handler(principal, request)),
    }));
  return [
    ...pageRoutes(),
    ...endpoints('GET', undefined, createPublicQueries(sources)),
    ...endpoints('GET', 'watch', createQueries(sources, recorders)),
    ...endpoints('POST', 'use', createUserActions(sources)),
    ...endpoints('GET', 'operate', createOperatorQueries(sources)),
    ...endpoints('POST', 'operate', createActions(sources)),
    ...endpoints('GET', 'administer', createAdministratorQueries(sources, words)),
    ...endpoints('POST', 'administer', createAdministratorActions(sources, words)),
    {
      method: 'GET',
      path: `${API_PATH}/events`,
      right: 'watch',
      handle: async (_request, { name }) => streamOf(events, name),
    },
  ];
}

function queryOf({ url }: Request): URLSearchParams {
  return new URL(url).searchParams;
}

function streamOf(events: LiveEvents, principal: string): Response {
  const stream = events.open(principal);
  if (!stream) return Response.json({ error: 'Too many dashboard pages are open. Close one.' }, { status: 503 });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
}
