import type { CallContext, CommandError, JsonObject } from '@foldout/core';
import type { Gate, PolicySubject } from '@foldout/core/internal';
import type { RequestOwner, ServingUnit } from '@foldout/server';
import { rememberServer } from '@foldout/server/internal';
import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
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

  /** Throws unless the request may be sent now. */
  async admit(relayed: Relayed, input: JsonObject, context: ServerContext): Promise<void> {
    if (!this.#gate.active) return;
    const { signal } = context.mcpReq;
    if (this.#server) rememberServer(context, this.#server);
    const caller = { ...this.#callerOf(context), protocol: context, era: this.#era, signal, nested: true };
    for (const subject of subjectsOf(relayed)) throwIf(await this.#gate.admit(subject, input, caller));
  }

  /** The same for a prompt or resource that is read through a meta-tool. Returns the refusal. */
  async admitCall(relayed: Relayed, input: JsonObject, context: CallContext): Promise<CommandError | undefined> {
    if (!this.#gate.active) return undefined;
    for (const subject of subjectsOf(relayed)) {
      const refusal = await this.#gate.admit(subject, input, { ...context, nested: true });
      if (refusal) return refusal;
    }
    return undefined;
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

/** A URI can be written in several ways, and a server may read them all: each of them has to be allowed. */
function subjectsOf({ kind, upstream, own }: Relayed): readonly PolicySubject[] {
  const names = kind === 'resource' ? new Set([own, normalized(own), normalized(decoded(own))]) : [own];
  return [...names].map((name) => ({ kind, server: upstream.name, name, risk: 'read' }));
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
