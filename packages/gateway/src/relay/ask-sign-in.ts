import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallContext, JsonObject } from '@foldout/core';
import { clientCapabilities } from '@foldout/server';
import { type InputRequest, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { isSignInAnswer, SIGN_IN, stateOfSignIn } from './ask-state.ts';
import { callingClient } from './calling-client.ts';

/** Shorter than the time after which clients give a call up. */
const WAIT_MS = 45_000;
const CHECK_MS = 500;
const NEVER = new AbortController().signal;

/**
 * Sends a call. If its caller has not signed in to the server, the client is asked to open the page for that (URL
 * elicitation), and the call goes on after it.
 */
export async function withSignIn(
  upstream: Upstream,
  context: CallContext,
  protocol: ServerContext | undefined,
  send: () => Promise<JsonObject>,
): Promise<JsonObject> {
  try {
    return await send();
  } catch (error) {
    const url = error instanceof UpstreamUnavailable ? error.signInUrl : undefined;
    if (url === undefined || !protocol || clientCapabilities(protocol).elicitation?.url === undefined) throw error;
    const message = `Sign in to "${upstream.name}" with your own account. The call goes on after it.`;
    const params = { mode: 'url', elicitationId: randomUUID(), url, message };
    const { signal = NEVER } = context;
    if (context.era === 'modern') {
      // The state says that this was asked before. Inside of a batch, no answer could come back.
      if (!isSignInAnswer(protocol)) {
        if (context.nested) throw error;
        const request = { method: 'elicitation/create', params } as unknown as InputRequest;
        return inputRequired({
          inputRequests: { [SIGN_IN]: request },
          requestState: stateOfSignIn(upstream.name),
        }) as unknown as JsonObject;
      }
      const answer = protocol.mcpReq.inputResponses?.[SIGN_IN] as { readonly action?: unknown } | undefined;
      if (answer?.action !== 'accept') throw error;
    } else {
      const { action } = await callingClient(context, protocol).ask('elicitation/create', params, signal);
      if (action !== 'accept') throw error;
    }
    if (!(await hasSignedIn(upstream, callingClient(context, protocol).principal, signal))) throw error;
    return await send();
  }
}

/** The client says yes when it opens the page, not when the user has signed in. */
async function hasSignedIn(upstream: Upstream, principal: string | undefined, signal: AbortSignal): Promise<boolean> {
  const signIn = principal === undefined ? undefined : upstream.webSignIn?.(principal);
  for (const until = Date.now() + WAIT_MS; signIn && Date.now() < until; ) {
    if (await signIn.isStored()) return true;
    await wait(CHECK_MS, undefined, { signal });
  }
  return false;
}
