import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@foldout/core';
import type { Client, McpSubscription, SubscriptionFilter, Transport } from '@modelcontextprotocol/client';
import { Callers, severity } from './callers.ts';
import { type Ask, LISTS, type ListKind } from './lists.ts';
import type { Era } from './manifest.ts';
import type { RelayOptions } from './upstream.ts';
import { ServerError, Wire } from './wire.ts';

/** What a connection tells its instance. */
export interface ConnectionEvents {
  onClosed(): void;
  onListChanged(kinds: readonly ListKind[]): void;
  onResourceUpdated(uri: string): void;
  onLog(params: JsonObject): void;
  onWarning(message: string): void;
}

export interface Opened {
  readonly client: Client;
  readonly transport: Transport;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What a client of this era has to say about itself with every request. */
  readonly metaKeys: { version: string; info: string; capabilities: string; logLevel: string; server: string };
  readonly capabilities: JsonObject;
  /** Whether the era is what was found last time, and not yet confirmed. */
  readonly assumed: boolean;
}

const LIST_CHANGES: ReadonlyMap<string, readonly ListKind[]> = new Map([
  ['notifications/tools/list_changed', ['tools']],
  ['notifications/prompts/list_changed', ['prompts']],
  ['notifications/resources/list_changed', ['resources', 'resourceTemplates']],
]);

const ASKED = new Set(['elicitation/create', 'sampling/createMessage']);
const INVALID_REQUEST = -32600;
const RELISTEN_MS = 5000;
const GOODBYE_MS = 1000;
const NO_RESULT: JsonObject = {};

/** A server that was modern when it was last asked is not. */
export class WrongEra extends Error {
  override readonly name = 'WrongEra';
}

/** An open connection to a server, in either era. */
export class Connection {
  readonly era: Era;
  readonly transport: Transport;
  readonly openedAt = performance.now();
  /** Whether its era is what was found last time. */
  readonly assumed: boolean;
  /** Set by the first answer: what was assumed about the server holds. */
  proven: boolean;
  readonly #opened: Opened;
  readonly #wire: Wire;
  readonly #events: ConnectionEvents;
  readonly #callers = new Callers();
  readonly #envelope: JsonObject | undefined;
  readonly #subscribed = new Set<string>();
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
      onRequest: (method, params, signal) => (ASKED.has(method) ? this.#ask(method, params, signal) : undefined),
      onNotification: (method, params) => this.#notified(method, params),
    });
    client.onclose = () => this.#lost();
    client.onerror = () => {};
  }

  get server(): { name: string; version: string } | undefined {
    const told = (this.#discovered?.['_meta'] as JsonObject | undefined)?.[this.#opened.metaKeys.server];
    const server = (told ?? this.#opened.client.getServerVersion()) as
      | { name?: unknown; version?: unknown }
      | undefined;
    return server && { name: String(server.name), version: String(server.version) };
  }

  get instructions(): string | undefined {
    const told = this.#discovered?.['instructions'];
    return typeof told === 'string' ? told : this.#opened.client.getInstructions();
  }

  get serverCapabilities(): JsonObject {
    const told = this.#discovered?.['capabilities'] ?? this.#opened.client.getServerCapabilities();
    return (told ?? {}) as JsonObject;
  }

  get discover(): JsonObject | undefined {
    return this.#discovered ?? (this.#opened.client.getDiscoverResult() as JsonObject | undefined);
  }

  /** Asks a modern server again what it is, where it was not asked when it was connected to. */
  async rediscover(timeoutMs: number): Promise<void> {
    if (this.era === 'legacy' || !this.assumed) return;
    try {
      this.#discovered = await this.request('server/discover', {}, timeoutMs);
    } catch (error) {
      if (error instanceof ServerError) throw new WrongEra('it no longer speaks the protocol that it spoke last time');
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
    try {
      if (client?.logLevel !== undefined && !this.#envelope) this.#wantLogs(client.logLevel);
      const meta = this.#envelope && client ? this.#envelopeOf(client) : this.#envelope;
      const { signal, onProgress } = options;
      const result = await this.#wire.request(method, params, meta, { timeoutMs, signal, onProgress, headers });
      this.proven = true;
      // Says that the result is one, which every result that is not `input_required` is; it belongs to the other era's wire.
      if (result['resultType'] === 'complete') delete result['resultType'];
      return result;
    } finally {
      if (client) this.#callers.leave(client);
    }
  }

  /** For lists: a request of the gateway's own. */
  asker(timeoutMs: number): Ask {
    return (method, params) => this.request(method, params, timeoutMs);
  }

  hasList(kind: ListKind): boolean {
    return this.serverCapabilities[LISTS[kind].capability] !== undefined;
  }

  /** Asks to be told of changes. A legacy server tells without being asked. */
  async listen(): Promise<void> {
    if (this.era === 'legacy' || this.#closed) return;
    clearTimeout(this.#relisten);
    const filter = this.#filter();
    const before = this.#listening;
    this.#listening = undefined;
    if (filter) {
      try {
        this.#listening = await this.#opened.client.listen(filter);
        this.#watch(this.#listening);
      } catch (error) {
        this.#events.onWarning(`does not tell of changes: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    // The old one last: nothing is missed in between.
    await before?.close().catch(() => {});
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
      const told = (transport.terminateSession as () => Promise<void>).call(transport).catch(() => {});
      // Saying goodbye is polite; waiting for an answer that does not come is not needed.
      await Promise.race([told, delay(GOODBYE_MS, undefined, { ref: false })]);
    }
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  }

  #filter(): SubscriptionFilter | undefined {
    const says = (name: string): boolean =>
      (this.serverCapabilities[name] as JsonObject | undefined)?.['listChanged'] === true;
    const filter: SubscriptionFilter = {
      ...(says('tools') && { toolsListChanged: true }),
      ...(says('prompts') && { promptsListChanged: true }),
      ...(says('resources') && { resourcesListChanged: true }),
      ...(this.#subscribed.size > 0 && { resourceSubscriptions: [...this.#subscribed] }),
    };
    return Object.keys(filter).length > 0 ? filter : undefined;
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

  /** The server is told the most talkative level that any of its clients asked for; each hears its own. */
  #wantLogs(level: string): void {
    const wanted = severity(level);
    if (wanted >= this.#logSeverity || this.serverCapabilities['logging'] === undefined) return;
    this.#logSeverity = wanted;
    this.#wire.request('logging/setLevel', { level }, undefined, { timeoutMs: 10_000 }).catch(() => {});
  }

  #ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const client = this.#callers.only;
    if (client) return client.ask(method, params, signal);
    const several = this.#callers.count > 1;
    if (several) {
      this.#events.onWarning(
        `asked for ${method} while several sessions had calls in flight, and nothing says whose call it is for: ` +
          'set "instances": "per-session" for this server',
      );
    }
    const why = several ? 'several clients have calls in flight' : 'no client has a call in flight';
    return Promise.reject(Object.assign(new Error(`${method} was refused: ${why}`), { code: INVALID_REQUEST }));
  }

  #notified(method: string, params: JsonObject): boolean {
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

  #lost(): void {
    const closing = this.#closed;
    this.#closed = true;
    clearTimeout(this.#relisten);
    if (!closing) this.#events.onClosed();
  }
}
