import { type CallContext, type CommandError, type CommandResult, failure, type JsonObject } from '@foldout/core';
import { annotate, markUnsent } from '@foldout/core/internal';
import { mcpContext, mcpFailure, mcpResult, mcpServerOf, ownerIn } from '@foldout/server';
import { isTaskResult } from '@foldout/server/internal';
import {
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { maskedText, type ResultMasker } from '../results/mask-results.ts';
import { type RelayOptions, type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { NotSendable } from '../upstreams/wire.ts';
import { withSignIn } from './ask-sign-in.ts';
import { answersForUpstream } from './ask-state.ts';
import { callingClient } from './calling-client.ts';
import { storedConnection } from './client-connections.ts';
import { principalOf } from './client-tasks.ts';
import type { HeldCalls, Outcome } from './held-calls.ts';
import type { HeldElsewhere } from './held-elsewhere.ts';
import { LocalCaller } from './local-caller.ts';
import { callAsTask, type TaskSupport } from './task-call.ts';
import type { TaskIds } from './task-ids.ts';

/** State that the calls of all upstreams share. */
export interface Relay {
  readonly held: HeldCalls;
  /** Absent: there are no other replicas. */
  readonly elsewhere?: HeldElsewhere | undefined;
  readonly taskIds: TaskIds;
  /** Masks texts in results; absent: nothing is masked. */
  readonly masker?: ResultMasker | undefined;
}

/** Key of a legacy upstream's question in the result for a modern client, and of the answer in its next request. */
const QUESTION = 'question';
const STATE_PREFIX = 'foldout-call:';

/** A call of a tool of an upstream. */
export interface RelayedCall {
  readonly name: string;
  readonly input: JsonObject;
  /** How the tool runs as a task of the 2025-11-25 protocol. */
  readonly tasks: TaskSupport;
}

type Send = (params: JsonObject, options: RelayOptions) => Promise<JsonObject>;

/** Sends a call to its upstream and returns the answer unchanged. Never throws. */
export async function relayCall(
  upstream: Upstream,
  relay: Relay,
  { name, input, tasks }: RelayedCall,
  context: CallContext,
): Promise<CommandResult> {
  const protocol = mcpContext(context);
  // Only a legacy client asks for a task. A modern client gets one if the server, which knows its capabilities, starts one.
  const wish = context.era === 'modern' ? undefined : context.task;
  if (wish && tasks === 'forbidden') return noTask(`${upstream.name}/${name}`);
  const params = { name, arguments: input, ...(wish && { task: wish }) };
  const sendOnce: Send =
    tasks === 'required' && !wish
      ? (sent, options) => callAsTask(upstream, sent, options)
      : (sent, options) => upstream.request('tools/call', sent, options);
  const send: Send = (sent, options) => withSignIn(upstream, context, protocol, () => sendOnce(sent, options));
  try {
    const result =
      protocol && context.era === 'modern' && upstream.manifest?.era !== 'modern'
        ? await holdingCall({ relay, tool: `${upstream.name}/${name}`, params, send }, context, protocol)
        : await plainCall(params, send, context, protocol);
    if (context.task && isTaskResult(result)) {
      const sealed = await relay.taskIds.sealAll(result, upstream.name, principalOf(context));
      return mcpResult(sealed as unknown as CallToolResult);
    }
    const masked = maskedText(result);
    const answer = mcpResult(asToolResult(result));
    return masked ? annotate(answer, { warnings: [masked] }) : answer;
  } catch (error) {
    return toFailure(upstream, error);
  }
}

/** The error that the protocol has for a task of a tool that runs as none. */
function noTask(address: string): CommandResult {
  const message = `'${address}' does not run as a task`;
  return mcpFailure(new ProtocolError(ProtocolErrorCode.MethodNotFound, `${message}. Call it without 'task'.`), {
    code: 'VALIDATION_ERROR',
    message,
    suggestion: "Call it without 'task'.",
  });
}

function plainCall(
  params: JsonObject,
  send: Send,
  context: CallContext,
  protocol: ServerContext | undefined,
): Promise<JsonObject> {
  if (!protocol) {
    const client = context.protocol instanceof LocalCaller ? context.protocol : undefined;
    return send(params, { signal: context.signal, client });
  }
  return send({ ...params, ...answersForUpstream(protocol) }, optionsOf(context, protocol));
}

interface HoldingCall {
  readonly relay: Relay;
  readonly tool: string;
  readonly params: JsonObject;
  readonly send: Send;
}

/** A call from a modern client to a legacy upstream, which sends its questions during the call. */
async function holdingCall(
  { relay, tool, params, send }: HoldingCall,
  context: CallContext,
  protocol: ServerContext,
): Promise<JsonObject> {
  const { inputResponses, requestState } = protocol.mcpReq;
  const server = mcpServerOf(protocol);
  const owner = ownerIn(protocol.http?.authInfo)?.name ?? storedConnection(server)?.id;
  const identity = { tool, owner };
  const state = requestState<unknown>();
  let outcome: Outcome;
  if (typeof state === 'string' && state.startsWith(STATE_PREFIX)) {
    const answer = inputResponses?.[QUESTION] as JsonObject | undefined;
    const resume = [state.slice(STATE_PREFIX.length), identity, answer, context.signal] as const;
    const resumed = await (relay.held.resume(...resume) ?? relay.elsewhere?.resume(...resume));
    if (!resumed) throw new UpstreamUnavailable('The paused call expired', 'Call the tool again.');
    outcome = resumed;
  } else {
    outcome = await relay.held.start(identity, context.signal, (ask, signal) => {
      const client = callingClient(context, protocol, server, ask);
      return send(params, { ...optionsOf(context, protocol), signal, client });
    });
  }
  if (outcome.done) return outcome.result;
  return inputRequired({
    inputRequests: { [QUESTION]: outcome.request as unknown as InputRequest },
    requestState: `${STATE_PREFIX}${outcome.id}`,
  }) as unknown as JsonObject;
}

/** Requests progress only if the client sent a progress token. */
function optionsOf(context: CallContext, protocol: ServerContext): RelayOptions {
  const { signal } = context;
  const client = callingClient(context, protocol);
  if (protocol.mcpReq._meta?.progressToken === undefined) return { signal, client };
  return { signal, client, onProgress: (progress) => context.reportProgress(progress) };
}

/** A result without `content` gets an empty one. */
function asToolResult(result: JsonObject): CallToolResult | InputRequiredResult {
  if (Array.isArray(result['content']) || result['resultType'] === 'input_required') {
    return result as unknown as CallToolResult | InputRequiredResult;
  }
  return { ...result, content: [] } as unknown as CallToolResult;
}

function toFailure({ name }: Upstream, error: unknown): CommandResult {
  if (error instanceof UpstreamUnavailable) {
    const { message, todo, retryable, unsent } = error;
    const unavailable = failure({ code: 'UPSTREAM_UNAVAILABLE', message, suggestion: todo, retryable });
    return unsent ? markUnsent(unavailable) : unavailable;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NotSendable) {
    return failure({
      code: 'VALIDATION_ERROR',
      message: `Invalid input for a tool of '${name}': ${reason}`,
      suggestion: 'Send a smaller or flatter input.',
    });
  }
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

/** The SDK for clients has its own error classes, so `instanceof` does not work: the shape decides. */
function isProtocolError(error: unknown): error is WireError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

function toProtocolError({ code, message, data }: WireError): ProtocolError {
  return new ProtocolError(code, message, data);
}
