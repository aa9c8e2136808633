import type { JsonObject } from '@foldout/core';
import type { CallingClient } from '../upstreams/upstream.ts';

/** Answers an elicitation request of a server: `{ action, content? }`. */
export type Elicit = (params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** A caller in this process that answers the questions of servers, such as a person at a terminal: the `protocol` of a call. */
export class LocalCaller implements CallingClient {
  readonly era = 'legacy';
  readonly capabilities: JsonObject = { elicitation: {} };
  readonly #elicit: Elicit;

  constructor(elicit: Elicit) {
    this.#elicit = elicit;
  }

  async ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    if (method === 'elicitation/create') return this.#elicit(params, signal);
    throw new Error(`The caller does not answer ${method} requests.`);
  }

  log(): void {}
}
