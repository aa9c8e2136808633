import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { Mail } from '../state/mail.ts';
import { UpstreamUnavailable } from '../upstreams/upstream.ts';
import type { CallIdentity, HeldCalls, Outcome } from './held-calls.ts';

/** The replica that holds a call says so within this time, or the call counts as expired. */
const TAKEN_MS = 3_000;
/** It says so again and again while the call runs, so that its end is noticed. */
const ALIVE = { everyMs: 5_000, silentMs: 20_000 } as const;

const toCall = (id: string): string => `call:${id}`;
const toAnswer = (id: string): string => `answer:${id}`;

/** To the replica that holds a call: the client's answer, or that the client has left. */
interface Resumption {
  readonly replyTo: string;
  readonly left?: true;
  readonly identity: CallIdentity;
  readonly answer?: JsonObject | undefined;
}

/** From the replica that holds the call: first that it goes on, then how it ended. */
type Reply = { readonly taken: true } | Ended;

type Ended =
  | { readonly outcome: Outcome }
  | {
      readonly error: {
        readonly message: string;
        readonly todo?: string;
        readonly code?: number;
        readonly data?: unknown;
      };
    };

/** Resumes calls that another replica holds, where a load balancer sends the answer of a client to any of them. */
export class HeldElsewhere {
  readonly #held: HeldCalls;
  readonly #mail: Mail;
  readonly #waiting = new Map<string, (reply: Reply) => void>();
  readonly #resumed = new Map<string, AbortController>();
  readonly #end: () => void;

  constructor(held: HeldCalls, mail: Mail) {
    this.#held = held;
    this.#mail = mail;
    this.#end = mail.subscribe(({ to, message }) => this.#receive(to, message));
  }

  /** Undefined if no other replica holds the call for this caller. */
  async resume(
    id: string,
    identity: CallIdentity,
    answer: JsonObject | undefined,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const replyTo = randomUUID();
    const reply = this.#replyTo(replyTo, signal);
    // Handled below; the call may end while the letter is still on its way.
    reply.catch(() => {});
    try {
      await this.#mail.send({ to: toCall(id), message: { replyTo, identity, answer } satisfies Resumption });
      const ended = await reply;
      if (!ended) return undefined;
      if ('error' in ended) throw asError(ended.error);
      return ended.outcome;
    } catch (error) {
      const left: Resumption = { replyTo, identity, left: true };
      if (signal.aborted) void this.#mail.send({ to: toCall(id), message: left }).catch(() => {});
      throw error;
    } finally {
      this.#waiting.delete(replyTo);
    }
  }

  close(): void {
    this.#end();
    for (const controller of this.#resumed.values()) controller.abort();
  }

  /** The end of a resumed call; undefined if no replica has taken it. */
  #replyTo(id: string, signal: AbortSignal): Promise<Ended | undefined> {
    return new Promise((resolve, reject) => {
      let late = setTimeout(() => resolve(undefined), TAKEN_MS);
      const gone = (): void =>
        resolve({ error: { message: REPLICA_GONE, todo: 'Check its effect, then call it again.' } });
      this.#waiting.set(id, (reply) => {
        clearTimeout(late);
        if ('taken' in reply) late = setTimeout(gone, ALIVE.silentMs);
        else resolve(reply);
      });
      const left = (): void => {
        clearTimeout(late);
        reject(signal.reason);
      };
      signal.addEventListener('abort', left, { once: true });
    });
  }

  #receive(to: string, message: unknown): void {
    if (!isObject(message)) return;
    if (to.startsWith(toAnswer(''))) this.#waiting.get(to.slice(toAnswer('').length))?.(message as unknown as Reply);
    if (!to.startsWith(toCall(''))) return;
    const resumption = message as unknown as Resumption;
    if (resumption.left) this.#resumed.get(resumption.replyTo)?.abort();
    else void this.#resume(to.slice(toCall('').length), resumption).catch(() => {});
  }

  async #resume(id: string, { replyTo, identity, answer }: Resumption): Promise<void> {
    const controller = new AbortController();
    const resumed = this.#held.resume(id, identity, answer, controller.signal);
    if (!resumed) return;
    this.#resumed.set(replyTo, controller);
    const reply = (message: Reply): Promise<void> => this.#mail.send({ to: toAnswer(replyTo), message });
    const outcome = resumed.then(
      (ended): Ended => ({ outcome: ended }),
      (error: unknown): Ended => ({ error: wireForm(error) }),
    );
    const alive = setInterval(() => void reply({ taken: true }).catch(() => {}), ALIVE.everyMs);
    try {
      await reply({ taken: true });
      await reply(await outcome);
    } finally {
      clearInterval(alive);
      this.#resumed.delete(replyTo);
    }
  }
}

type WireError = Extract<Ended, { error: unknown }>['error'];

const REPLICA_GONE = 'The replica of the gateway that runs this call does not answer any more';

function wireForm(error: unknown): WireError {
  const { message, todo, code, data } = error as Partial<UpstreamUnavailable> & { code?: unknown; data?: unknown };
  return {
    message: message || String(error),
    ...(typeof todo === 'string' && { todo }),
    ...(typeof code === 'number' && { code }),
    ...(data !== undefined && { data }),
  };
}

function asError({ message, todo, code, data }: WireError): Error {
  if (todo !== undefined) return new UpstreamUnavailable(message, todo);
  return Object.assign(new Error(message), code !== undefined && { code, data });
}
