import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';
import type { ServerConfig } from '../config/config-schema.ts';
import { type CallingClient, UpstreamUnavailable } from './upstream.ts';

/** The kinds of questions that a server may ask, by their method: the setting of each is the capability of the client. */
const KINDS = { 'elicitation/create': 'elicitation', 'sampling/createMessage': 'sampling' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

/** Questions that one server may ask all its clients together. */
const QUESTIONS = { most: 30, withinMs: 60_000 } as const;
const REFUSED = -32600;

/**
 * The questions of one server to the users and models of its clients. Each names the server that asks, because a client sees only the
 * gateway. The configuration can deny them, and their number is limited.
 */
export class Questions {
  readonly #server: string;
  readonly #config: Pick<ServerConfig, Kind>;
  readonly #now: () => number;
  #asked: number[] = [];

  constructor(server: string, config: Pick<ServerConfig, Kind>, now: () => number = () => performance.now()) {
    this.#server = server;
    this.#config = config;
    this.#now = now;
  }

  /** The client as this server may see it. */
  of(client: CallingClient): CallingClient {
    const denied = Object.values(KINDS).filter((kind) => this.#config[kind] === 'deny');
    return {
      ...client,
      get capabilities() {
        return announced(client.capabilities, denied);
      },
      get logLevel() {
        return client.logLevel;
      },
      get rootChanges() {
        return client.rootChanges;
      },
      ask: async (method, params, signal) => client.ask(method, this.#checked(method, params), signal),
      log: (params) => client.log(params),
    };
  }

  /** A result of a modern server, whose questions are part of the result. */
  checkResult(result: JsonObject): JsonObject {
    const requests = result['resultType'] === 'input_required' ? result['inputRequests'] : undefined;
    if (!isObject(requests)) return result;
    try {
      const named = Object.entries(requests).map(([key, request]) => [key, this.#checkedRequest(request)]);
      return { ...result, inputRequests: Object.fromEntries(named) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new UpstreamUnavailable(message, `Ask the operator to check the server: foldout doctor ${this.#server}`);
    }
  }

  #checkedRequest(request: unknown): unknown {
    const [method, params] = [own(request, 'method'), own(request, 'params')];
    if (typeof method !== 'string' || !isObject(params)) return request;
    return { ...(request as JsonObject), params: this.#checked(method, params) };
  }

  #checked(method: string, params: JsonObject): JsonObject {
    const kind = Object.hasOwn(KINDS, method) ? KINDS[method as keyof typeof KINDS] : undefined;
    if (!kind) return params;
    if (this.#config[kind] === 'deny') throw refused(`The configuration of server '${this.#server}' denies ${kind}.`);
    const from = this.#now() - QUESTIONS.withinMs;
    this.#asked = this.#asked.filter((at) => at > from);
    if (this.#asked.length >= QUESTIONS.most) {
      throw refused(`Server '${this.#server}' asked more than ${QUESTIONS.most} questions within a minute.`);
    }
    this.#asked.push(this.#now());
    if (kind === 'sampling') return this.#named(withoutContext(params), 'systemPrompt', 'asks a model');
    if (params['mode'] === 'url' && !isWebAddress(params['url'])) {
      throw refused(`Server '${this.#server}' wanted to open an address that is no web page.`);
    }
    return this.#named(params, 'message', 'asks');
  }

  #named(params: JsonObject, field: string, verb: string): JsonObject {
    const own = params[field];
    const text = typeof own === 'string' ? `\n${own}` : '';
    return { ...params, [field]: `The MCP server '${this.#server}' ${verb}, through Foldout:${text}` };
  }
}

function announced(capabilities: JsonObject, denied: readonly string[]): JsonObject {
  const allowed = Object.entries(capabilities).filter(([key]) => !denied.includes(key));
  return Object.fromEntries(
    allowed.map(([key, value]) => [key, key === 'sampling' ? withoutField(value, 'context') : value]),
  );
}

/**
 * To the client, all servers are one: the context of "this server" would hold the conversation with all of them, and the
 * answer of the model goes to the server that asks.
 */
function withoutContext(params: JsonObject): JsonObject {
  return withoutField(params, 'includeContext') as JsonObject;
}

function withoutField(value: unknown, field: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, field)) return value;
  const { [field]: _removed, ...rest } = value;
  return rest;
}

/** A client opens the address: any other scheme could start a program or read a file. */
function isWebAddress(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function refused(message: string): Error {
  return Object.assign(new Error(message), { code: REFUSED });
}
