import { type ClientRequest, knownClient } from '@foldout/clients';
import type { CallContext } from '@foldout/core';
import { APPS_EXTENSION } from '@foldout/core/internal';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/**
 * Key of the SDK server in the context of a request. The server stores the capabilities that a legacy client sent when it
 * initialized. A `WeakMap` would cost the garbage collector more than the rest of a short call.
 */
const SERVER = Symbol('foldout.server');
type KnownContext = ServerContext & { [SERVER]?: Server };

export function rememberServer(context: ServerContext, server: Server): void {
  (context as KnownContext)[SERVER] = server;
}

/**
 * The SDK's context of the MCP request behind a call: log, elicitation, sampling, input responses. Undefined for a call
 * that did not come over MCP.
 */
export function mcpContext({ protocol }: Pick<CallContext, 'protocol'>): ServerContext | undefined {
  return isServerContext(protocol) ? protocol : undefined;
}

/** The SDK server that received a request. */
export function mcpServerOf(context: ServerContext): Server | undefined {
  return (context as KnownContext)[SERVER];
}

/**
 * The capabilities of the client that sent a request, in either era: those that it declares, without those whose requests
 * it never answers (`ClientFacts.neverAnswers`).
 */
export function clientCapabilities(context: ServerContext): ClientCapabilities {
  const envelope: Record<string, unknown> | undefined = context.mcpReq.envelope;
  const server = mcpServerOf(context);
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server?.getClientCapabilities();
  if (typeof declared !== 'object' || declared === null) return {};
  const info = (envelope?.[CLIENT_INFO_META_KEY] ?? server?.getClientVersion()) as { name?: unknown } | undefined;
  const ignored = knownClient(typeof info?.name === 'string' ? info.name : undefined)?.facts.neverAnswers ?? [];
  if (ignored.length === 0) return declared;
  return Object.fromEntries(Object.entries(declared).filter(([name]) => !ignored.includes(name as ClientRequest)));
}

/** Whether the client that sent a request shows the pages of MCP Apps. */
export function showsApps(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  const declared = (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) as
    | ClientCapabilities
    | undefined;
  return declared?.extensions?.[APPS_EXTENSION] !== undefined;
}

function isServerContext(value: unknown): value is ServerContext {
  return typeof value === 'object' && value !== null && 'mcpReq' in value;
}
