import type { CallContext } from '@foldout/core';
import type { ServerContext } from '@modelcontextprotocol/server';

/**
 * The SDK's context of the request that a command is called by: log, elicitation, sampling, input responses,
 * the client's capabilities. Undefined where the command was not called over MCP.
 */
export function mcpContext({ protocol }: Pick<CallContext, 'protocol'>): ServerContext | undefined {
  return isServerContext(protocol) ? protocol : undefined;
}

function isServerContext(value: unknown): value is ServerContext {
  return typeof value === 'object' && value !== null && 'mcpReq' in value;
}
