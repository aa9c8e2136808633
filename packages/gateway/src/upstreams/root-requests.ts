import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@foldout/core';
import type { Callers } from './callers.ts';
import type { CallingClient } from './upstream.ts';

export const ROOTS_LIST = 'roots/list';
const NO_ROOTS: JsonObject = { roots: [] };
const ROOTS_CHANGED = 'notifications/roots/list_changed';
/** A server asks for the roots when its connection opens, and after a change: this long, the call waits for the question. */
const QUESTION_MS = 250;
/** How long the call waits for the answer of the client. */
const ANSWER_MS = 5_000;

/** `session`: the roots of the one client that uses the connection. `empty`: no client uses it, it only reads the lists. */
export type RootsOf = 'session' | 'empty';

/**
 * Passes the roots of a client on to a server that serves only its session. A server asks between calls, when no request of
 * the client is open that could carry the question: such a question waits for the next call, and is answered before it.
 */
export class RootRequests {
  readonly #of: RootsOf;
  readonly #callers: Callers;
  readonly #notify: (method: string, params: JsonObject) => void;
  readonly #waiting = new Set<(client: CallingClient) => void>();
  readonly #asking = new Set<Promise<unknown>>();
  #onQuestion: () => void = () => {};
  /** The roots that the server was told of. Undefined: none yet. */
  #told: number | undefined;

  constructor(of: RootsOf, callers: Callers, notify: (method: string, params: JsonObject) => void) {
    this.#of = of;
    this.#callers = callers;
    this.#notify = notify;
  }

  /** Asks the client. Settles with its answer. */
  async ask(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (this.#of === 'empty') return NO_ROOTS;
    const asking = this.#client(signal).then((client) =>
      hasRoots(client) ? client.ask(ROOTS_LIST, params, signal) : NO_ROOTS,
    );
    this.#asking.add(asking);
    this.#onQuestion();
    try {
      return await asking;
    } finally {
      this.#asking.delete(asking);
    }
  }

  /** Before a call of the client: lets the server ask for its roots, if the server has not or they have changed. */
  async settle(client: CallingClient): Promise<void> {
    const { rootChanges = 0 } = client;
    if (this.#told === rootChanges) return;
    const isChange = this.#told !== undefined;
    this.#told = rootChanges;
    for (const give of this.#waiting) give(client);
    if (!hasRoots(client)) return;
    if (isChange) this.#notify(ROOTS_CHANGED, {});
    if (this.#asking.size === 0) {
      const question = new Promise<void>((resolve) => {
        this.#onQuestion = resolve;
      });
      await Promise.race([question, delay(QUESTION_MS)]);
    }
    await Promise.race([Promise.allSettled(this.#asking), delay(ANSWER_MS, undefined, { ref: false })]);
  }

  #client(signal: AbortSignal): Promise<CallingClient> {
    const { only } = this.#callers;
    if (only) return Promise.resolve(only);
    return new Promise((resolve, reject) => {
      const give = (client: CallingClient): void => {
        this.#waiting.delete(give);
        resolve(client);
      };
      this.#waiting.add(give);
      signal.addEventListener('abort', () => {
        this.#waiting.delete(give);
        reject(signal.reason);
      });
    });
  }
}

function hasRoots({ capabilities }: CallingClient): boolean {
  return capabilities['roots'] !== undefined;
}
