import type { CallContext } from '@foldout/core';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Which server a request came to: a legacy client said what it can do once, and only the server knows. */
const serverOf = new WeakMap<ServerContext, Server>();

export function rememberServer(context: ServerContext, server: Server): void {
  serverOf.set(context, server);
}

/**
 * The SDK's context of the request that a command is called by: log, elicitation, sampling, input responses,
 * the client's capabilities. Undefined where the command was not called over MCP.
 */
export function mcpContext({ protocol }: Pick<CallContext, 'protocol'>): ServerContext | undefined {
  return isServerContext(protocol) ? protocol : undefined;
}

/** The SDK's server that a call of a tool came to. */
export function mcpServerOf(context: ServerContext): Server | undefined {
  return serverOf.get(context);
}

/** What the client of a request says it can do, in either era. */
export function clientCapabilities(context: ServerContext): ClientCapabilities {
  const envelope: Record<string, unknown> | undefined = context.mcpReq.envelope;
  const said = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? serverOf.get(context)?.getClientCapabilities();
  return typeof said === 'object' && said !== null ? said : {};
}

function isServerContext(value: unknown): value is ServerContext {
  return typeof value === 'object' && value !== null && 'mcpReq' in value;
}
