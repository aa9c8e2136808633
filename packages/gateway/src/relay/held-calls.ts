import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@foldout/core';
import { LRUCache } from 'lru-cache';

/** Who a held call belongs to, and which: an answer from anyone else, or to another tool, does not reach it. */
export interface CallIdentity {
  readonly tool: string;
  readonly owner: string | undefined;
}

interface Question {
  readonly request: { readonly method: string; readonly params: JsonObject };
  answer(response: JsonObject): void;
  refuse(reason: Error): void;
}

export type Outcome =
  | { readonly done: true; readonly result: JsonObject }
  | { readonly done: false; readonly id: string; readonly request: Question['request'] };

const HOLD = { max: 1_000, ms: 10 * 60_000 } as const;

/**
 * Calls that wait for an answer. A legacy upstream asks its client in the middle of a call; a modern client can only
 * be asked by ending its request and starting another. In between, the call is held here.
 */
export class HeldCalls {
  readonly #held = new LRUCache<string, HeldCall>({
    max: HOLD.max,
    ttl: HOLD.ms,
    ttlAutopurge: true,
    dispose: (call, _id, reason) => {
      if (reason !== 'delete') call.abandon();
    },
  });

  /** Runs a call until it ends or asks. `run` gets the way to ask, and a signal for when nobody waits any more. */
  start(
    identity: CallIdentity,
    signal: AbortSignal,
    run: (ask: (method: string, params: JsonObject) => Promise<JsonObject>, signal: AbortSignal) => Promise<JsonObject>,
  ): Promise<Outcome> {
    return this.#outcome(new HeldCall(identity, run), signal);
  }

  /** Goes on with a held call; undefined where there is none such, or not any more. */
  resume(
    id: string,
    identity: CallIdentity,
    response: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> | undefined {
    const call = this.#held.get(id);
    if (!call || call.identity.tool !== identity.tool || call.identity.owner !== identity.owner) return undefined;
    this.#held.delete(id);
    call.answer(response);
    return this.#outcome(call, signal);
  }

  close(): void {
    for (const call of this.#held.values()) call.abandon();
    this.#held.clear();
  }

  async #outcome(call: HeldCall, signal: AbortSignal): Promise<Outcome> {
    const cancel = (): void => call.abandon();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const next = await call.next();
      if (next.done) return next;
      const id = randomUUID();
      this.#held.set(id, call);
      return { done: false, id, request: next.request };
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

class HeldCall {
  readonly identity: CallIdentity;
  readonly #controller = new AbortController();
  readonly #end: Promise<{ done: true; result: JsonObject }>;
  #question: Question | undefined;
  #asked: (question: Question) => void = () => {};

  constructor(identity: CallIdentity, run: Parameters<HeldCalls['start']>[2]) {
    this.identity = identity;
    this.#end = run((method, params) => this.#ask(method, params), this.#controller.signal).then((result) => ({
      done: true,
      result,
    }));
    // It may fail while nobody listens; whoever comes back is told.
    this.#end.catch(() => {});
  }

  /** The end of the call, or its next question. */
  next(): Promise<{ done: true; result: JsonObject } | { done: false; request: Question['request'] }> {
    const asked = new Promise<{ done: false; request: Question['request'] }>((resolve) => {
      const tell = ({ request }: Question): void => resolve({ done: false, request });
      if (this.#question) tell(this.#question);
      else this.#asked = tell;
    });
    return Promise.race([this.#end, asked]);
  }

  answer(response: JsonObject | undefined): void {
    const question = this.#question;
    this.#question = undefined;
    if (response) question?.answer(response);
    else question?.refuse(new Error('The client came back without an answer'));
  }

  abandon(): void {
    this.#question?.refuse(new Error('The client did not answer in time'));
    this.#controller.abort();
  }

  #ask(method: string, params: JsonObject): Promise<JsonObject> {
    if (this.#question) return Promise.reject(new Error('One question at a time: another one is open'));
    return new Promise((answer, refuse) => {
      this.#question = { request: { method, params }, answer, refuse };
      this.#asked(this.#question);
    });
  }
}
