import { type CallContext, type CommandError, type CommandResult, failure, type JsonObject } from '@foldout/core';
import { type Admission, type Gate, markUnsent, NATIVE, type PolicySubject } from '@foldout/core/internal';
import { mcpResult, type RequestOwner, type ServingUnit } from '@foldout/server';
import { rememberServer } from '@foldout/server/internal';
import {
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Upstream, UpstreamUnavailable } from '../upstreams/upstream.ts';
import { requestOwner } from './visible-upstreams.ts';

/** A prompt or a resource of an upstream, under its own name or URI. */
export interface Relayed {
  readonly kind: 'prompt' | 'resource';
  readonly upstream: Upstream;
  readonly own: string;
}

/**
 * The policy, for requests that are no calls of a tool. `connected`: the owner of a connection without credentials. `server`:
 * knows what a legacy client can be asked.
 */
export class RequestGate {
  readonly #gate: Gate;
  readonly #connected: RequestOwner | undefined;
  readonly #era: ServingUnit['era'];
  readonly #server: Server | undefined;

  constructor(gate: Gate, era: ServingUnit['era'], connected?: RequestOwner, server?: Server) {
    this.#server = server;
    this.#gate = gate;
    this.#era = era;
    this.#connected = connected;
  }

  /**
   * Sends a request if the policy lets it. Throws if not, or returns the question that the client answers with its next
   * request.
   */
  async send<T>(relayed: Relayed, input: JsonObject, context: ServerContext, send: () => Promise<T>): Promise<T> {
    if (!this.#gate.active) return await send();
    const { signal } = context.mcpReq;
    if (this.#server) rememberServer(context, this.#server);
    const caller = { ...this.#callerOf(context), protocol: context, era: this.#era, signal };
    const { refusal, settle } = await this.#gate.admit(subjectsOf(relayed), input, caller);
    if (refusal) {
      throwIf(questionIn(refusal) ? undefined : refusal.error);
      return questionIn(refusal) as T;
    }
    return await settled(settle, send);
  }

  /** The same for a prompt or resource that is read through a meta-tool. */
  async call(
    relayed: Relayed,
    input: JsonObject,
    context: CallContext,
    send: () => Promise<CommandResult>,
  ): Promise<CommandResult> {
    if (!this.#gate.active) return await send();
    const { refusal, settle } = await this.#gate.admit(subjectsOf(relayed), input, context);
    return refusal ?? (await settled(settle, send));
  }

  /** Throws if the request is denied: for requests that return no content, such as a subscription. */
  refuse(relayed: Relayed, context: ServerContext): void {
    if (!this.#gate.active) return;
    const caller = this.#callerOf(context);
    for (const subject of subjectsOf(relayed)) throwIf(this.#gate.denial(subject, {}, caller));
  }

  #callerOf(context: ServerContext) {
    return { principal: requestOwner(context, this.#connected)?.principal };
  }
}

function throwIf(error: CommandError | undefined): void {
  if (!error) return;
  const { code, message, suggestion } = error;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, `${message}. ${suggestion}`, { code });
}

/** Tells the approval of a request how the request has ended, if the server did not do it. */
async function settled<T>(settle: Admission['settle'], send: () => Promise<T>): Promise<T> {
  try {
    const answer = await send();
    if (isInputRequiredResult(answer)) await settle?.(mcpResult(answer));
    return answer;
  } catch (error) {
    if (error instanceof UpstreamUnavailable && error.unsent) {
      await settle?.(markUnsent(failure({ code: 'UPSTREAM_UNAVAILABLE', message: '', suggestion: '' })));
    }
    throw error;
  }
}

function questionIn(refusal: CommandResult): InputRequiredResult | undefined {
  const native = (refusal as { [NATIVE]?: unknown })[NATIVE];
  return isInputRequiredResult(native) ? native : undefined;
}

/** A URI can be written in several ways, and a server may read them all: each of them has to be allowed. */
function subjectsOf({ kind, upstream, own }: Relayed): readonly [PolicySubject, ...PolicySubject[]] {
  const subject = (name: string): PolicySubject => ({ kind, server: upstream.name, name, risk: 'read' });
  if (kind !== 'resource') return [subject(own)];
  const others = new Set([normalized(own), normalized(decoded(own))]);
  others.delete(own);
  return [subject(own), ...[...others].map(subject)];
}

function normalized(uri: string): string {
  return decoded(URL.canParse(uri) ? new URL(uri).href : uri);
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
