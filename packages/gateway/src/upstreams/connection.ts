import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@foldout/core';
import { own } from '@foldout/core/internal';
import type { Client, McpSubscription, Transport } from '@modelcontextprotocol/client';
import { Callers, severity } from './callers.ts';
import { type Ask, LISTS, type ListKind } from './lists.ts';
import type { Era } from './manifest.ts';
import { ROOTS_LIST, RootRequests, type RootsOf } from './root-requests.ts';
import { subscriptionFilter } from './subscription-filter.ts';
import type { RelayOptions } from './upstream.ts';
import { ServerError, Wire } from './wire.ts';

export interface ConnectionEvents {
  onClosed(): void;
  onListChanged(kinds: readonly ListKind[]): void;
  onResourceUpdated(uri: string): void;
  onLog(params: JsonObject): void;
  onWarning(message: string): void;
  onLine?(line: string): void;
}

export interface Opened {
  readonly client: Client;
  readonly transport: Transport;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Keys in `_meta` that a modern client sends with every request. */
  readonly metaKeys: { version: string; info: string; capabilities: string; logLevel: string; server: string };
  readonly capabilities: JsonObject;
  readonly roots?: RootsOf | undefined;
  /** Whether the era comes from the manifest and is not confirmed yet. */
  readonly assumed: boolean;
}

const LIST_CHANGES: ReadonlyMap<string, readonly ListKind[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/prompts/list_changed', ['prompts']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates', 'skills']],
]);

const CLIENT_REQUESTS = new Set(['elicitation/create', 'sampling/createMessage']);
const INVALID_REQUEST = -32600;
const RELISTEN_MS = 5000;
const TERMINATE_MS = 1000;
const SET_LEVEL_MS = 1000;
const NO_RESULT: JsonObject = {};

/** The manifest says that the server is modern, but the server does not answer modern requests. */
export class WrongEra extends Error {
  override readonly name = 'WrongEra';
}

/** An open connection to a server, in either era. */
export class Connection {
  readonly era: Era;
  readonly transport: Transport;
  readonly openedAt = performance.now();
  /** Whether the era comes from the manifest, without a probe of the server. */
  readonly assumed: boolean;
  /** Whether the server has answered a request, which proves that `era` is right. */
  proven: boolean;
  readonly #opened: Opened;
  readonly #wire: Wire;
  readonly #events: ConnectionEvents;
  readonly #callers = new Callers();
  readonly #envelope: JsonObject | undefined;
  readonly #subscribed = new Set<string>();
  /** Only where the server serves one session. */
  readonly #roots: RootRequests | undefined;
  #discovered: JsonObject | undefined;
  #logSeverity = Number.POSITIVE_INFINITY;
  #listening: McpSubscription | undefined;
  #relisten: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(opened: Opened, events: ConnectionEvents) {
    const { client, transport, metaKeys } = opened;
    this.#opened = opened;
    this.#events = events;
    this.transport = transport;
    this.era = client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
    this.assumed = opened.assumed;
    this.proven = !opened.assumed || this.era === 'legacy';
    this.#envelope =
      this.era === 'legacy'
        ? undefined
        : {
            [metaKeys.version]: client.getNegotiatedProtocolVersion(),
            [metaKeys.info]: opened.clientInfo,
            [metaKeys.capabilities]: opened.capabilities,
          };
    this.#wire = new Wire(transport, {
      onRequest: (method, params, signal) => {
        if (method === ROOTS_LIST) return this.#roots?.ask(params, signal);
        return CLIENT_REQUESTS.has(method) ? this.#ask(method, params, signal) : undefined;
      },
      onNotification: (method, params) => this.#onNotification(method, params),
    });
    if (opened.roots)
      this.#roots = new RootRequests(opened.roots, this.#callers, (method, params) =>
        this.#wire.notify(method, params),
      );
    client.onclose = () => this.#onClose();
    client.onerror = () => {};
  }

  get server(): { name: string; version: string } | undefined {
    const named = (this.#discovered?.['_meta'] as JsonObject | undefined)?.[this.#opened.metaKeys.server];
    const server = (named ?? this.#opened.client.getServerVersion()) as
      | { name?: unknown; version?: unknown }
      | undefined;
    return server && { name: String(server.name), version: String(server.version) };
  }

  get instructions(): string | undefined {
    const text = this.#discovered?.['instructions'];
    return typeof text === 'string' ? text : this.#opened.client.getInstructions();
  }

  get serverCapabilities(): JsonObject {
    return (this.#discovered?.['capabilities'] ?? this.#opened.client.getServerCapabilities() ?? {}) as JsonObject;
  }

  get discover(): JsonObject | undefined {
    return this.#discovered ?? (this.#opened.client.getDiscoverResult() as JsonObject | undefined);
  }

  /** Sends `server/discover` to a modern server, where connecting skipped it because the manifest had the answer. */
  async rediscover(timeoutMs: number): Promise<void> {
    if (this.era === 'legacy' || !this.assumed) return;
    try {
      this.#discovered = await this.request('server/discover', {}, timeoutMs);
    } catch (error) {
      if (error instanceof ServerError)
        throw new WrongEra('it no longer supports server/discover, which its cached manifest lists');
      throw error;
    }
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  async request(
    method: string,
    params: JsonObject,
    timeoutMs: number,
    options: RelayOptions = {},
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonObject> {
    const { client } = options;
    if (client) this.#callers.enter(client);
    const taskId = method === 'tasks/result' ? params['taskId'] : undefined;
    const stopWaiting = client && typeof taskId === 'string' ? this.#callers.waitFor(taskId, client) : undefined;
    try {
      if (client && this.#roots) await this.#roots.settle(client);
      if (client?.logLevel !== undefined && !this.#envelope) await this.#lowerLogLevel(client.logLevel);
      const meta = this.#envelope && client ? this.#envelopeOf(client) : this.#envelope;
      const { signal, onProgress } = options;
      const result = await this.#wire.request(method, params, meta, { timeoutMs, signal, onProgress, headers });
      this.proven = true;
      // `resultType: "complete"` is the default, and legacy clients do not know the field.
      if (result['resultType'] === 'complete') delete result['resultType'];
      return result;
    } finally {
      stopWaiting?.();
      if (client) this.#callers.leave(client);
    }
  }

  /** Returns a function that sends requests of the gateway itself, such as `tools/list`. */
  asker(timeoutMs: number): Ask {
    return (method, params) => this.request(method, params, timeoutMs);
  }

  hasList(kind: ListKind): boolean {
    const { capability, extension } = LISTS[kind];
    const announced = this.serverCapabilities;
    if (extension !== undefined) return own(announced['extensions'], extension) !== undefined;
    return capability !== undefined && announced[capability] !== undefined;
  }

  /** Subscribes to list changes and resources. A legacy server sends list changes without a subscription. */
  async listen(): Promise<void> {
    if (this.era === 'legacy' || this.#closed) return;
    clearTimeout(this.#relisten);
    const filter = subscriptionFilter(this.serverCapabilities, this.#subscribed);
    const previous = this.#listening;
    this.#listening = undefined;
    if (filter) {
      try {
        this.#listening = await this.#opened.client.listen(filter);
        this.#watch(this.#listening);
      } catch (error) {
        this.#events.onWarning(
          `sends no change notifications: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    // The old subscription is closed after the new one is open, so that no notification is lost.
    await previous?.close().catch(() => {});
  }

  async subscribe(uri: string, timeoutMs: number, signal?: AbortSignal): Promise<JsonObject> {
    if (this.#subscribed.has(uri)) return NO_RESULT;
    this.#subscribed.add(uri);
    try {
      if (this.era === 'modern') await this.listen();
      else await this.request('resources/subscribe', { uri }, timeoutMs, { signal });
    } catch (error) {
      this.#subscribed.delete(uri);
      throw error;
    }
    return NO_RESULT;
  }

  async unsubscribe(uri: string, timeoutMs: number): Promise<JsonObject> {
    if (!this.#subscribed.delete(uri)) return NO_RESULT;
    if (this.era === 'modern') await this.listen();
    else await this.request('resources/unsubscribe', { uri }, timeoutMs);
    return NO_RESULT;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#relisten);
    const { client, transport } = this.#opened;
    if (this.era === 'legacy' && 'terminateSession' in transport && transport.sessionId !== undefined) {
      const terminated = (transport.terminateSession as () => Promise<void>).call(transport).catch(() => {});
      // The server may not answer: do not wait long.
      await Promise.race([terminated, delay(TERMINATE_MS, undefined, { ref: false })]);
    }
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  }

  #watch(subscription: McpSubscription): void {
    void subscription.closed.then((how) => {
      if (how === 'local' || this.#closed || this.#listening !== subscription) return;
      this.#relisten = setTimeout(() => void this.listen(), RELISTEN_MS);
      this.#relisten.unref();
    });
  }

  #envelopeOf(client: NonNullable<RelayOptions['client']>): JsonObject {
    const { capabilities, logLevel } = this.#opened.metaKeys;
    const meta: JsonObject = { ...this.#envelope, [capabilities]: client.capabilities };
    if (client.logLevel !== undefined) meta[logLevel] = client.logLevel;
    return meta;
  }

  /**
   * Sets the log level of a legacy server to the lowest that any of its clients wants; `Callers` filters for each client.
   * The client's call waits for the answer: over HTTP, the call could otherwise arrive before the new log level.
   */
  async #lowerLogLevel(level: string): Promise<void> {
    const wanted = severity(level);
    if (wanted >= this.#logSeverity || this.serverCapabilities['logging'] === undefined) return;
    this.#logSeverity = wanted;
    await this.#wire.request('logging/setLevel', { level }, undefined, { timeoutMs: SET_LEVEL_MS }).catch(() => {});
  }

  #ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const client = this.#callers.ofTask(params) ?? this.#callers.only;
    if (client) return client.ask(method, params, signal);
    const several = this.#callers.count > 1;
    if (several) {
      this.#events.onWarning(
        `sent ${method} while several sessions had calls in flight, and the message does not name its session: ` +
          'set "instances": "per-session" for this server',
      );
    }
    const why = several ? 'several clients have calls in flight' : 'no client has a call in flight';
    return Promise.reject(Object.assign(new Error(`${method} was refused: ${why}`), { code: INVALID_REQUEST }));
  }

  #onNotification(method: string, params: JsonObject): boolean {
    const changed = LIST_CHANGES.get(method);
    if (changed) {
      this.#events.onListChanged(changed);
      return true;
    }
    if (method === 'notifications/message') {
      if (!this.#callers.log(params)) this.#events.onLog(params);
      return true;
    }
    if (method === 'notifications/resources/updated') {
      if (typeof params['uri'] === 'string') this.#events.onResourceUpdated(params['uri']);
      return true;
    }
    return false;
  }

  #onClose(): void {
    const closing = this.#closed;
    this.#closed = true;
    clearTimeout(this.#relisten);
    if (!closing) this.#events.onClosed();
  }
}
