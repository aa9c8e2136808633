import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  type Caller,
  type CatalogReader,
  type CommandResult,
  similarAddresses,
  type Tool,
} from '@foldout/core';
import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ListedNames } from '../surfaces/listed-names.ts';
import type { MetaTools } from '../surfaces/meta-tools.ts';
import { withPinned } from '../surfaces/pinned-list.ts';
import type { ListedTool, Surface } from '../surfaces/surface.ts';
import { ComputedToolServer } from './computed-tool-server.ts';
import { rememberServer } from './mcp-context.ts';
import { raiseNative } from './mcp-result.ts';
import type { ProtocolAdditions, ServingUnit } from './protocol-additions.ts';
import { renderResult } from './render-result.ts';
import { ownerIn } from './request-owner.ts';
import { keepSubscriptions } from './resource-subscriptions.ts';
import type { ServedSkills } from './served-skills.ts';
import type { ServerEventHub } from './server-events.ts';
import { tellAnswer, tellListed } from './tell-costs.ts';
import { toolPage } from './tool-pages.ts';
import { type View, type ViewerParts, viewOf } from './viewers.ts';

const LIST_CHANGED = 'notifications/tools/list_changed';

export interface ProtocolParts extends ViewerParts {
  readonly info: { readonly name: string; readonly version: string };
  readonly surface: Surface;
  readonly meta: MetaTools;
  readonly names: ListedNames;
  readonly listed: (tool: Tool) => ListedTool;
  readonly events: ServerEventHub;
  readonly pageSize: number;
  readonly listTtlMs: number;
  readonly additions: ProtocolAdditions;
  readonly skills?: (catalog: CatalogReader) => ServedSkills;
}

/**
 * One SDK server for one connection (stdio, legacy HTTP) or one request (modern HTTP). It is cheap:
 * all it holds is who is calling, and what the author adds to it.
 */
export function createProtocolServer(parts: ProtocolParts, unit: ServingUnit): ComputedToolServer {
  const { era, request: opening, owner } = unit;
  const { info, surface, engine, pageSize, listTtlMs } = parts;
  const { capabilities, requestState, extend } = parts.additions;
  // A legacy connection is a session, also where the transport has no name for it.
  const sessionId = era === 'legacy' ? randomUUID() : undefined;
  const firstView = viewOf(parts, { era, sessionId }, opening, () => {}, owner);
  const instructions = surface.instructions?.(firstView);
  const product = new ComputedToolServer(info, {
    listChanged: surface.varies,
    inputSchemaOf: (name) => listFor(parts, firstView).find((tool) => tool.name === name)?.inputSchema,
    ...(capabilities && { capabilities }),
    ...(requestState && { requestState }),
    ...(instructions && { instructions }),
    cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
    debouncedNotificationMethods: [LIST_CHANGED],
  });
  const { server } = product;
  const viewFor = (context: ServerContext): View => {
    // Sent with the answer to the request that changed the list: over HTTP, a client need not have opened a stream.
    const announce = (): void => {
      context.mcpReq.notify({ method: LIST_CHANGED }).catch((error) => parts.events.emit('problem', error));
    };
    const client = clientOf(server, era, context);
    const { http } = context;
    return viewOf(parts, { era, sessionId, client }, http?.req ?? opening, announce, ownerIn(http?.authInfo) ?? owner);
  };

  server.setRequestHandler('tools/list', async (request, context) => {
    const view = viewFor(context);
    const cursor = request.params?.cursor;
    const page = toolPage(listFor(parts, view), cursor, pageSize);
    tellListed(parts, view, { tools: page.tools, first: cursor === undefined });
    return { ...page, tools: page.tools as never };
  });
  product.answerCall = async ({ name, arguments: input = {} }, context) => {
    const view = viewFor(context);
    rememberServer(context, server);
    const started = performance.now();
    const result = await callTool(parts, name, input, contextOf(view, context), view);
    if (parts.events.hears('tool:call')) {
      parts.events.emit('tool:call', {
        client: view.client,
        era,
        sessionId,
        tool: name,
        success: result.success,
        code: result.error?.code,
        durationMs: performance.now() - started,
      });
    }
    const answer = renderResult(server, engine, result, (data) => parts.meta.text(name, data));
    tellAnswer(parts.events, view, name, answer);
    return answer;
  };
  server.setRequestHandler('tools/call', ({ params }, context) => product.answerCall(params, context));
  server.onclose = () => {
    if (!sessionId) return;
    engine.contexts.forget(sessionId);
    surface.forget?.(sessionId);
    parts.events.emit('session:end', sessionId);
  };
  if (era === 'legacy' && capabilities?.resources?.subscribe) keepSubscriptions(server, parts.additions.watch);
  const skills = parts.skills?.(firstView.catalog);
  skills?.extension.attach(product);
  extend?.(product, skills ? { ...unit, skills: skills.resources } : unit);
  return product;
}

/** What this viewer sees: the surface's list and what every surface lists, with what is pinned before it. */
export function listFor({ surface, meta, listed }: ProtocolParts, view: View): readonly ListedTool[] {
  const own = surface.list(view);
  const tools = meta.everywhere.length > 0 ? [...own, ...meta.everywhere] : own;
  return view.pinned ? withPinned(tools, view.pinned, view.catalog, listed) : tools;
}

/** The surface's own tools first, then what every surface accepts: the meta-tools, and any tool by its name. */
function callTool(
  { surface, meta, names, engine }: ProtocolParts,
  name: string,
  input: unknown,
  context: Partial<CallContext>,
  view: View,
): Promise<CommandResult> {
  const own = surface.call?.(name, input, context, view);
  if (own) return own;
  if (meta.has(name)) return meta.call(name, input, context);
  const command = names.idOf(name) ?? name;
  const lookup = view.catalog.lookup(command);
  if (lookup.found || lookup.candidates.length > 0) {
    const result = engine.call({ command, input: input as Record<string, unknown> }, context).then(raiseNative);
    if (!lookup.found || !surface.used) return result;
    const { id } = lookup.entry.tool;
    // Once it is done: what was learned from it counts.
    return result.finally(() => surface.used?.(id, view));
  }
  const similar = similarAddresses(view.catalog, name);
  const guess = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool '${name.slice(0, 80)}'.${guess}`);
}

/** A modern client says who it is with every request, a legacy one once; either may not. */
function clientOf(server: Server, era: 'modern' | 'legacy', context: ServerContext): Caller['client'] {
  const envelope: Record<string, unknown> = context.mcpReq.envelope ?? {};
  const client = era === 'modern' ? envelope[CLIENT_INFO_META_KEY] : server.getClientVersion();
  return isClientInfo(client) ? { name: client.name, version: client.version } : undefined;
}

function isClientInfo(value: unknown): value is { name: string; version: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

/** What ties a call to its caller: its scope, cancellation one way, progress the other. */
function contextOf({ scope, client, era, sessionId }: View, protocol: ServerContext): CallContext {
  const { mcpReq } = protocol;
  const progressToken = mcpReq._meta?.progressToken;
  return {
    scope,
    client,
    era,
    sessionId,
    traceId: randomUUID(),
    protocol,
    signal: mcpReq.signal,
    reportProgress: (progress) => {
      if (progressToken === undefined) return;
      const params = { ...progress, progressToken };
      // A caller that has gone cannot be told; the call itself is cancelled by its signal.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
