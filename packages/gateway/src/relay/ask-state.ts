import type { JsonObject } from '@foldout/core';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Start of the state that a modern client returns with its answer to a question of the gateway itself. */
const PREFIX = 'foldout-ask:';
/** Key of the gateway's question in the result, and of the answer in the next request. */
export const APPROVAL = 'foldout-approval';

export function stateOfAsk(id: string): string {
  return `${PREFIX}${id}`;
}

/** The ask whose question a request answers. */
export function askIn({ mcpReq }: ServerContext): { readonly id: string; readonly answer: unknown } | undefined {
  const state = mcpReq.requestState<unknown>();
  if (typeof state !== 'string' || !state.startsWith(PREFIX)) return undefined;
  return { id: state.slice(PREFIX.length), answer: mcpReq.inputResponses?.[APPROVAL] };
}

/** The answers and the state of a request for its upstream: without those that belong to the gateway. */
export function answersForUpstream(protocol: ServerContext): JsonObject {
  if (askIn(protocol)) return {};
  const { inputResponses, requestState } = protocol.mcpReq;
  const state = requestState<unknown>();
  return { ...(inputResponses && { inputResponses }), ...(state !== undefined && { requestState: state }) };
}
