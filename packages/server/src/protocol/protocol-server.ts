import type { Caller, CatalogReader, Tool } from '@foldout/core';
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { adaptToClient } from '../surfaces/adapt-to-client.ts';
import type { AlwaysListed } from '../surfaces/always-listed.ts';
import type { AppTools } from '../surfaces/app-tools.ts';
import { withPinned } from '../surfaces/pinned-list.ts';
import type { ListedTool } from '../surfaces/surface.ts';
import { type AnswerParts, answerCall } from './answer-call.ts';
import { ComputedToolServer } from './computed-tool-server.ts';
import { instructEachClient } from './instruct-client.ts';
import { lateList } from './late-list.ts';
import { rememberListing } from './list-followers.ts';
import { rememberServer, showsApps } from './mcp-context.ts';
import { mcpResult } from './mcp-result.ts';
import type { ProtocolAdditions, ServingUnit } from './protocol-additions.ts';
import { renderResult } from './render-result.ts';
import { ownerIn } from './request-owner.ts';
import { keepSubscriptions } from './resource-subscriptions.ts';
import { attachSkills, type ServedSkills } from './served-skills.ts';
import { serveTasks } from './task-requests.ts';
import { emitListed } from './token-events.ts';
import { pageSizeFor, toolPage } from './tool-pages.ts';
import { type View, type ViewerParts, viewOf } from './viewers.ts';

const LIST_CHANGED = 'notifications/tools/list_changed';

export interface ProtocolParts extends ViewerParts, AnswerParts {
  readonly info: { readonly name: string; readonly version: string };
  readonly listed: (tool: Tool) => ListedTool;
  readonly always: AlwaysListed;
  readonly apps: AppTools;
  readonly pageSize: number;
  /** Whether the author chose `pageSize`: then clients that are not known get pages too. */
  readonly pagesForUnknown: boolean;
  readonly listTtlMs: number;
  readonly additions: ProtocolAdditions;
  readonly skills?: (catalog: CatalogReader) => ServedSkills;
}

/**
 * One SDK server for one connection (stdio, legacy HTTP) or one request (modern HTTP). It is cheap to make: it holds
 * the caller's identity and the author's additions; the engine and the surface are shared.
 */
export function createProtocolServer(parts: ProtocolParts, unit: ServingUnit): ComputedToolServer {
  const { era, request: opening, owner } = unit;
  const { info, surface, engine, listTtlMs } = parts;
  const { capabilities, requestState, extend } = parts.additions;
  // A legacy connection is a session, also over stdio, where the transport has no session id.
  const sessionId = era === 'legacy' ? crypto.randomUUID() : undefined;
  if (sessionId && unit.sharedTools) surface.share?.(sessionId, unit.sharedTools);
  const openingViewOf = (client?: Caller['client']): View =>
    viewOf(parts, { era, sessionId, client }, opening, () => {}, owner);
  const openingView = openingViewOf();
  const instructions = surface.instructions?.(openingView);
  const product: ComputedToolServer = new ComputedToolServer(info, {
    // Also a surface that does not vary lists always-available tools, which may join later.
    listChanged: true,
    inputSchemaOf: (name) => {
      const list = listFor(parts, openingViewOf(product.server.getClientVersion()));
      return list.find((tool) => tool.name === name)?.inputSchema;
    },
    ...(capabilities && { capabilities }),
    ...(requestState && { requestState }),
    ...(instructions && { instructions }),
    cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
    debouncedNotificationMethods: [LIST_CHANGED],
  });
  const { server } = product;
  if (surface.instructions) {
    instructEachClient(server, {
      clientOf: (context) => clientOf(server, era, context),
      instructionsFor: (client) => surface.instructions?.(openingViewOf(client)),
    });
  }
  const viewFor = (context: ServerContext): View => {
    // Sent on the response stream of the request that changed the list, so HTTP clients need no other stream.
    const announce = (): void => {
      context.mcpReq.notify({ method: LIST_CHANGED }).catch((error) => parts.events.emit('problem', error));
    };
    const { http } = context;
    const caller = { era, sessionId, client: clientOf(server, era, context), showsApps: showsApps(server, context) };
    return viewOf(parts, caller, http?.req ?? opening, announce, ownerIn(http?.authInfo) ?? owner);
  };

  server.setRequestHandler('tools/list', async (request, context) => {
    const started = performance.now();
    const view = viewFor(context);
    if (surface.variesFor?.(view) ?? surface.varies) parts.additions.beforeTools?.();
    rememberListing(server, surface, view);
    await surface.before?.(view);
    const cursor = request.params?.cursor;
    const page = toolPage(listFor(parts, view), cursor, pageSizeFor(parts, view.facts));
    const late = lateList(view, performance.now() - started);
    if (late) parts.onWarning(late);
    emitListed(parts, view, { tools: page.tools, first: cursor === undefined });
    return { ...page, tools: page.tools as never };
  });
  product.answerCall = async ({ name, arguments: input = {}, task }, context) => {
    rememberServer(context, server);
    parts.additions.beforeTools?.();
    return answerCall(parts, server, { name, input, protocol: context, task }, viewFor(context));
  };
  server.setRequestHandler('tools/call', ({ params }, context) => product.answerCall(params, context));
  if (parts.additions.tasks)
    serveTasks(server, unit, parts.additions.tasks, (context, result) => {
      const view = viewFor(context);
      const { inspect } = parts.additions;
      return renderResult(server, engine, mcpResult(result), view, {
        inspect: inspect && ((answer, relayed) => inspect(answer, { tool: 'a task', relayed })),
      }) as CallToolResult;
    });
  server.onclose = () => {
    if (!sessionId) return;
    engine.contexts.forget(sessionId);
    surface.forget?.(sessionId);
    parts.events.emit('session:end', sessionId);
  };
  if (era === 'legacy' && capabilities?.resources?.subscribe) keepSubscriptions(server, parts.additions.watch);
  const skills = parts.skills?.(openingView.catalog);
  const relayed = parts.additions.relaySkills?.(unit);
  attachSkills(product, [...(skills ? [skills.source] : []), ...(relayed ? [relayed] : [])]);
  extend?.(product, skills ? { ...unit, skills: skills.resources } : unit);
  return product;
}

/** What this viewer sees: tools of a pinned scope, the surface's tools, always-available tools, apps, then `run_code`. */
export function listFor({ surface, always, apps, meta, listed }: ProtocolParts, view: View): readonly ListedTool[] {
  const own = adaptToClient(
    apps.after(always.after(surface.list(view), view), view),
    view.facts,
    (name) => meta.has(name) || surface.owns?.(name) === true,
  );
  const tools = meta.everywhere.length > 0 ? [...own, ...meta.everywhere] : own;
  return view.pinned ? withPinned(tools, view.pinned, view.catalog, listed) : tools;
}

/** A modern client sends its name with every request, a legacy client when it initializes; both may omit it. */
function clientOf(server: Server, era: 'modern' | 'legacy', context: ServerContext): Caller['client'] {
  const envelope: Record<string, unknown> = context.mcpReq.envelope ?? {};
  const client = era === 'modern' ? envelope[CLIENT_INFO_META_KEY] : server.getClientVersion();
  return isClientInfo(client) ? { name: client.name, version: client.version } : undefined;
}

function isClientInfo(value: unknown): value is { name: string; version: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}
