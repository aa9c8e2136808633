import type { JsonObject } from '@foldout/core';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Start of the state that a modern client returns with its answer to a question of the gateway itself. */
const PREFIX = 'foldout-ask:';
/** Key of the gateway's question in the result, and of the answer in the next request. */
export const APPROVAL = 'foldout-approval';

/** The same for a sign-in to a server. */
const SIGN_IN_PREFIX = 'foldout-sign-in:';
export const SIGN_IN = 'foldout-sign-in';

export function stateOfSignIn(server: string): string {
  return `${SIGN_IN_PREFIX}${server}`;
}

/** Whether the client was asked to sign its user in, and calls again. */
export function isSignInAnswer({ mcpReq }: ServerContext): boolean {
  const state = mcpReq.requestState<unknown>();
  return typeof state === 'string' && state.startsWith(SIGN_IN_PREFIX);
}

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
  if (askIn(protocol) || isSignInAnswer(protocol)) return {};
  const { inputResponses, requestState } = protocol.mcpReq;
  const state = requestState<unknown>();
  return { ...(inputResponses && { inputResponses }), ...(state !== undefined && { requestState: state }) };
}
