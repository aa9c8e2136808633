import { type CallContext, type CommandError, type CommandResult, failure, type JsonObject } from '@foldout/core';
import { mcpContext, mcpFailure, mcpResult, ownerIn } from '@foldout/server';
import {
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type RelayOptions, type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { callingClient } from './calling-client.ts';
import type { HeldCalls, Outcome } from './held-calls.ts';
import type { LogLevels } from './log-levels.ts';

/** What the calls of all upstreams have in common. */
export interface Relay {
  readonly held: HeldCalls;
  readonly levels: LogLevels;
}

/** What a legacy upstream asks a modern client goes out under this key, and its answer comes back under it. */
const QUESTION = 'question';
const STATE_PREFIX = 'foldout-call:';

/** Sends a call to its upstream and its answer back, as it came. Never throws. */
export async function relayCall(
  upstream: Upstream,
  relay: Relay,
  name: string,
  input: JsonObject,
  context: CallContext,
): Promise<CommandResult> {
  const protocol = mcpContext(context);
  try {
    const result =
      protocol && context.era === 'modern' && upstream.manifest?.era !== 'modern'
        ? await holdingCall(upstream, relay, name, input, context, protocol)
        : await plainCall(upstream, relay, name, input, context, protocol);
    return mcpResult(asToolResult(result));
  } catch (error) {
    return whatHappened(upstream, error);
  }
}

function plainCall(
  upstream: Upstream,
  relay: Relay,
  name: string,
  input: JsonObject,
  context: CallContext,
  protocol: ServerContext | undefined,
): Promise<JsonObject> {
  if (!protocol) return upstream.request('tools/call', { name, arguments: input }, { signal: context.signal });
  const { inputResponses, requestState } = protocol.mcpReq;
  const state = requestState();
  const params = {
    name,
    arguments: input,
    ...(inputResponses && { inputResponses }),
    ...(state !== undefined && { requestState: state }),
  };
  return upstream.request('tools/call', params, optionsOf(relay, context, protocol));
}

/** A call from a modern client to an upstream that can only ask in the middle of it. */
async function holdingCall(
  upstream: Upstream,
  relay: Relay,
  name: string,
  input: JsonObject,
  context: CallContext,
  protocol: ServerContext,
): Promise<JsonObject> {
  const { inputResponses, requestState } = protocol.mcpReq;
  const identity = { tool: `${upstream.name}/${name}`, owner: ownerIn(protocol.http?.authInfo)?.name };
  const state = requestState<unknown>();
  let outcome: Outcome;
  if (typeof state === 'string' && state.startsWith(STATE_PREFIX)) {
    const answer = inputResponses?.[QUESTION] as JsonObject | undefined;
    const resumed = relay.held.resume(state.slice(STATE_PREFIX.length), identity, answer, context.signal);
    if (!resumed) throw new UpstreamUnavailable('The call that asked is gone', 'Call it again from the beginning.');
    outcome = await resumed;
  } else {
    outcome = await relay.held.start(identity, context.signal, (ask, signal) => {
      const client = callingClient(context, protocol, relay.levels, ask);
      const options = { ...optionsOf(relay, context, protocol), signal, client };
      return upstream.request('tools/call', { name, arguments: input }, options);
    });
  }
  if (outcome.done) return outcome.result;
  return inputRequired({
    inputRequests: { [QUESTION]: outcome.request as unknown as InputRequest },
    requestState: `${STATE_PREFIX}${outcome.id}`,
  }) as unknown as JsonObject;
}

/** Progress is asked for only where somebody wants to hear of it. */
function optionsOf({ levels }: Relay, context: CallContext, protocol: ServerContext): RelayOptions {
  const { signal } = context;
  const client = callingClient(context, protocol, levels);
  if (protocol.mcpReq._meta?.progressToken === undefined) return { signal, client };
  return { signal, client, onProgress: (progress) => context.reportProgress(progress) };
}

/** A server that leaves out `content` means none. */
function asToolResult(result: JsonObject): CallToolResult | InputRequiredResult {
  if (Array.isArray(result['content']) || result['resultType'] === 'input_required') {
    return result as unknown as CallToolResult | InputRequiredResult;
  }
  return { ...result, content: [] } as unknown as CallToolResult;
}

function whatHappened({ name }: Upstream, error: unknown): CommandResult {
  if (error instanceof UpstreamUnavailable) {
    const { message, todo, retryable } = error;
    return failure({
      code: 'UPSTREAM_UNAVAILABLE',
      message,
      suggestion: todo,
      retryable,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === 'AbortError') {
    return failure({ code: 'CANCELLED', message: `The call to '${name}' was cancelled`, suggestion: 'Call it again.' });
  }
  const answered: CommandError = {
    code: 'UPSTREAM_ERROR',
    message: `'${name}' answered: ${reason.slice(0, 2_000)}`,
    suggestion: 'Read the message, correct the input and call it again.',
  };
  return isProtocolError(error) ? mcpFailure(toProtocolError(error), answered) : failure(answered);
}

interface WireError extends Error {
  readonly code: number;
  readonly data?: unknown;
}

/** The client's SDK has error classes of its own, so what counts is the form. */
function isProtocolError(error: unknown): error is WireError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

function toProtocolError({ code, message, data }: WireError): ProtocolError {
  return new ProtocolError(code, message, data);
}
