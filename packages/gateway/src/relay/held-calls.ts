import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@foldout/core';
import { FairCache } from '@foldout/core/internal';

/** Tool and owner of a held call. Only the same owner can resume it, for the same tool. */
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

const HOLD_DEFAULTS = { maxCalls: 1_000, ttlMs: 10 * 60_000 };

/**
 * Calls that wait for an answer of the client. A legacy upstream sends its question during a call; a modern client gets
 * the question as the result of its request and answers with a new request. Between the two, the call is held here.
 */
export class HeldCalls {
  readonly #held: FairCache<HeldCall>;

  constructor({ maxCalls, ttlMs }: typeof HOLD_DEFAULTS = HOLD_DEFAULTS) {
    this.#held = new FairCache<HeldCall>({
      max: maxCalls,
      idleMs: ttlMs,
      ownerOf: ({ identity }) => identity.owner,
      dispose: (call) => {
        if (call.isHeld) call.abandon();
      },
    });
  }

  /**
   * Runs a call until it ends or sends a question to the client. `run` gets a function that sends a question, and a signal
   * that aborts an abandoned call.
   */
  start(
    identity: CallIdentity,
    signal: AbortSignal,
    run: (ask: (method: string, params: JsonObject) => Promise<JsonObject>, signal: AbortSignal) => Promise<JsonObject>,
  ): Promise<Outcome> {
    return this.#outcome(new HeldCall(identity, run), signal);
  }

  /** Continues a held call; undefined if it does not exist or has expired. */
  resume(
    id: string,
    identity: CallIdentity,
    response: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> | undefined {
    const call = this.#held.peek(id);
    if (!call || call.identity.tool !== identity.tool || call.identity.owner !== identity.owner) return undefined;
    call.isHeld = false;
    this.#held.delete(id);
    call.answer(response);
    return this.#outcome(call, signal);
  }

  close(): void {
    this.#held.clear();
  }

  async #outcome(call: HeldCall, signal: AbortSignal): Promise<Outcome> {
    const cancel = (): void => call.abandon();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const next = await call.next();
      if (next.done) return next;
      const id = randomUUID();
      call.isHeld = true;
      this.#held.set(id, call);
      return { done: false, id, request: next.request };
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}

class HeldCall {
  readonly identity: CallIdentity;
  /** Waits in the cache. */
  isHeld = false;
  readonly #controller = new AbortController();
  readonly #end: Promise<{ done: true; result: JsonObject }>;
  #question: Question | undefined;
  #onQuestion: (question: Question) => void = () => {};

  constructor(identity: CallIdentity, run: Parameters<HeldCalls['start']>[2]) {
    this.identity = identity;
    this.#end = run((method, params) => this.#ask(method, params), this.#controller.signal).then((result) => ({
      done: true,
      result,
    }));
    // The call may fail while it is held. The error is returned when the client resumes the call.
    this.#end.catch(() => {});
  }

  /** The call's result, or the next question (a request to the client) that the upstream sends during the call. */
  next(): Promise<{ done: true; result: JsonObject } | { done: false; request: Question['request'] }> {
    const asked = new Promise<{ done: false; request: Question['request'] }>((resolve) => {
      const onQuestion = ({ request }: Question): void => resolve({ done: false, request });
      if (this.#question) onQuestion(this.#question);
      else this.#onQuestion = onQuestion;
    });
    return Promise.race([this.#end, asked]);
  }

  answer(response: JsonObject | undefined): void {
    const question = this.#question;
    this.#question = undefined;
    if (response) question?.answer(response);
    else question?.refuse(new Error('The client resumed the call without an answer. Call the tool again.'));
  }

  abandon(): void {
    this.#question?.refuse(new Error('The client did not answer in time. Call the tool again.'));
    this.#controller.abort();
  }

  #ask(method: string, params: JsonObject): Promise<JsonObject> {
    if (this.#question)
      return Promise.reject(
        new Error('This call already has an unanswered request to the client. Send one request at a time.'),
      );
    return new Promise((answer, refuse) => {
      this.#question = { request: { method, params }, answer, refuse };
      this.#onQuestion(this.#question);
    });
  }
}
