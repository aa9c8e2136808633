import { randomUUID } from 'node:crypto';
import type { CallContext, CommandResult, Engine } from '@foldout/core';
import {
  CLIENT_INFO_META_KEY,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ListedNames } from '../surfaces/listed-names.ts';
import type { MetaTools } from '../surfaces/meta-tools.ts';
import type { Surface } from '../surfaces/surface.ts';
import { renderResult } from './render-result.ts';
import type { ServerEventHub } from './server-events.ts';
import { toolPage } from './tool-pages.ts';

const LIST_CHANGED = 'notifications/tools/list_changed';

export interface ProtocolParts {
  readonly info: { readonly name: string; readonly version: string };
  readonly engine: Engine;
  readonly surface: Surface;
  readonly meta: MetaTools;
  readonly names: ListedNames;
  readonly events: ServerEventHub;
  readonly pageSize: number;
  readonly listTtlMs: number;
}

/**
 * One SDK server for one connection (stdio, legacy HTTP) or one request (modern HTTP). It is cheap:
 * all it holds is who is calling. The low-level class, because the list is computed and calls are
 * dispatched here and not by the SDK.
 */
export function createProtocolServer(parts: ProtocolParts, { era }: Pick<McpRequestContext, 'era'>): Server {
  const { info, surface, engine, pageSize, listTtlMs } = parts;
  const instructions = surface.instructions?.();
  const server = new Server(info, {
    capabilities: { tools: { listChanged: surface.varies } },
    ...(instructions && { instructions }),
    cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
    debouncedNotificationMethods: [LIST_CHANGED],
  });
  // A legacy connection is a session, also where the transport has no name for it.
  const connectionId = era === 'legacy' ? randomUUID() : undefined;
  server.setRequestHandler('tools/list', async (request) => {
    const page = toolPage(surface.list(), request.params?.cursor, pageSize);
    return { ...page, tools: page.tools as never };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const call = callContextOf(server, era, context, connectionId);
    const { name, arguments: input = {} } = request.params;
    const started = performance.now();
    const result = await callTool(parts, name, input, call);
    parts.events.emit('tool:call', {
      client: call.client,
      era,
      sessionId: call.sessionId,
      tool: name,
      success: result.success,
      code: result.error?.code,
      durationMs: performance.now() - started,
    });
    return renderResult(engine, result, (data) => parts.meta.text(name, data));
  });
  server.onclose = () => {
    if (connectionId) engine.contexts.forget(connectionId);
  };
  return server;
}

/** The surface's own tools first, then what every surface accepts: the meta-tools, and any tool by its name. */
function callTool(
  { surface, meta, names, engine }: ProtocolParts,
  name: string,
  input: unknown,
  context: Partial<CallContext>,
): Promise<CommandResult> {
  const own = surface.call?.(name, input, context);
  if (own) return own;
  if (meta.has(name)) return meta.call(name, input, context);
  const command = names.idOf(name) ?? name;
  const lookup = engine.catalog.lookup(command);
  if (lookup.found || lookup.ambiguous)
    return engine.call({ command, input: input as Record<string, unknown> }, context);
  const guess = lookup.candidates.length > 0 ? ` Did you mean ${lookup.candidates.join(' or ')}?` : '';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool '${name.slice(0, 80)}'.${guess}`);
}

/** Who calls, and what ties the call to them: cancellation one way, progress the other. */
function callContextOf(
  server: Server,
  era: 'modern' | 'legacy',
  { mcpReq, sessionId }: ServerContext,
  connectionId: string | undefined,
): CallContext {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  const client = era === 'modern' ? envelope[CLIENT_INFO_META_KEY] : server.getClientVersion();
  return {
    client: isClientInfo(client) ? client : undefined,
    era,
    sessionId: sessionId ?? connectionId,
    traceId: randomUUID(),
    signal: mcpReq.signal,
    reportProgress: (progress) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined) return;
      const params = { ...progress, progressToken };
      // A caller that has gone cannot be told; the call itself is cancelled by its signal.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}

/** A modern client should say who it is, and may not. */
function isClientInfo(value: unknown): value is { name: string; version?: string } {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}
