import type { JsonObject } from '@foldout/core';
import type { Transport } from '@modelcontextprotocol/client';
import type { BackOffSettings } from './back-off.ts';
import { type Connection, type ConnectionEvents, WrongEra } from './connection.ts';
import { type FailureText, httpStatus, isSessionGone, isUnauthorized, isWrongEra } from './failure.ts';
import { IdleTimer } from './idle-timer.ts';
import { InstanceHealth } from './instance-health.ts';
import { orAborted } from './or-aborted.ts';
import { RefCounts } from './ref-counts.ts';
import { type RelayOptions, type UpstreamState, UpstreamUnavailable } from './upstream.ts';
import { AnswerLost, AnswerTimeout, NotSendable, ServerError } from './wire.ts';

export interface InstanceOptions {
  readonly callTimeoutMs: number;
  readonly idleMs: number;
  readonly backOff?: Partial<BackOffSettings> | undefined;
  readonly failures: FailureText;
  /** Opens a connection. `trustPrior`: assume the era that the manifest remembers. False after that era proved wrong. */
  connect(
    events: ConnectionEvents,
    trustPrior: boolean,
    onTransport: (transport: Transport) => void,
  ): Promise<Connection>;
  readonly events: Omit<ConnectionEvents, 'onClosed'>;
  /** The HTTP headers of a call to a modern server. */
  headersFor(method: string, params: JsonObject): Readonly<Record<string, string>> | undefined;
  onOpened(connection: Connection): void;
  onStatusChanged(): void;
  /** Whether the credentials changed since the server last refused them. */
  hasNewCredentials(): Promise<boolean>;
}

interface StartAttempt {
  transport: Transport | undefined;
  cancelled: boolean;
}

/**
 * One server and its life cycle:
 *
 *   cold ──start──► starting ──#open──► ready ──stop, idle──► cold
 *                      │                  │
 *                      └──#startFailed    └──#lost (crash)──► failed ──start, after the back-off──► starting
 */
export class Instance {
  readonly #options: InstanceOptions;
  readonly #health: InstanceHealth;
  /** URIs of subscribed resources. They survive a restart of the server. */
  readonly #subscriptions = new RefCounts();
  readonly #idle: IdleTimer;
  #connection: Connection | undefined;
  #starting: Promise<Connection> | undefined;
  #attempt: StartAttempt | undefined;
  #closing: Promise<void> | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #trustPrior = true;
  #closed = false;

  constructor(options: InstanceOptions) {
    this.#options = options;
    this.#health = new InstanceHealth(options.backOff, () => options.hasNewCredentials());
    this.#idle = new IdleTimer({
      idleMs: options.idleMs,
      isBusy: () => this.isBusy,
      onIdle: () => {
        if (this.#connection) void this.stop();
      },
    });
  }

  get state(): UpstreamState {
    if (this.#connection) return 'ready';
    if (this.#starting) return 'starting';
    if (this.#health.needsAuth) return 'needs-auth';
    return this.#health.failure ? 'failed' : 'cold';
  }

  get health(): Pick<InstanceHealth, 'failure' | 'restarts' | 'retryAt'> {
    return this.#health;
  }

  get pid(): number | undefined {
    const pid = (this.#connection?.transport as { pid?: unknown } | undefined)?.pid;
    return typeof pid === 'number' ? pid : undefined;
  }

  get lastUsed(): number {
    return this.#idle.lastUsed;
  }

  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#subscriptions.size > 0 || this.#starting !== undefined;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  request(method: string, params: JsonObject, options: RelayOptions = {}): Promise<JsonObject> {
    return this.#call(options.signal, (connection) => {
      const headers = connection.era === 'modern' ? this.#options.headersFor(method, params) : undefined;
      return connection.request(method, params, this.#options.callTimeoutMs, options, headers);
    });
  }

  /**
   * Subscribes to a resource, until the returned function is called. Subscriptions are ref-counted: the server gets one
   * `subscribe` request for the first subscriber of a URI, and one `unsubscribe` request after the last has left.
   */
  async watchResource(uri: string, signal?: AbortSignal): Promise<() => void> {
    const { callTimeoutMs } = this.#options;
    await this.#call(signal, (connection) => connection.subscribe(uri, callTimeoutMs, signal));
    this.#subscriptions.add(uri);
    let watching = true;
    return () => {
      if (watching && this.#subscriptions.release(uri)) {
        this.#connection?.unsubscribe(uri, callTimeoutMs).catch(() => {});
      }
      watching = false;
    };
  }

  /** Runs `work` on the open connection, and once more when the server turns out to speak another era. */
  using<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#keepingAlive(async () => {
      const connection = await this.start();
      try {
        return await work(connection);
      } catch (error) {
        if (!(error instanceof WrongEra)) throw error;
        this.#trustPrior = false;
        await this.#drop(connection);
        return work(await this.start());
      }
    });
  }

  /** Returns the open connection. Starts the server if it is not running; concurrent callers share one start. */
  async start(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    if (this.#closed) throw this.#options.failures.of(new Error('it is no longer configured'), undefined, 'start');
    this.#starting ??= this.#open().finally(() => {
      this.#starting = undefined;
      this.#options.onStatusChanged();
    });
    return this.#starting;
  }

  /** Stops the server. The next call starts it again. */
  async stop(): Promise<void> {
    this.#idle.clear();
    // A start in progress is cancelled, not awaited. A call that comes meanwhile begins another start.
    const attempt = this.#attempt;
    if (attempt) attempt.cancelled = true;
    await attempt?.transport?.close().catch(() => {});
    const connection = this.#connection ?? (attempt && (await this.#starting?.catch(() => undefined)));
    if (connection) await this.#drop(connection);
    await this.#closing;
  }

  resetFailures(): void {
    this.#health.reset();
    this.#trustPrior = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#restartTimer);
    this.#subscriptions.clear();
    await this.stop();
  }

  /** Sends a request, and once more on a new connection when the server cannot have carried it out. */
  #call<T>(signal: AbortSignal | undefined, send: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#keepingAlive(async () => {
      const connection = this.#connection ?? (await orAborted(this.start(), signal));
      try {
        return await send(connection);
      } catch (error) {
        if (error instanceof ServerError && (connection.proven || !isWrongEra(error))) throw error;
        if (signal?.aborted) throw signal.reason;
        if (error instanceof UpstreamUnavailable || error instanceof NotSendable) throw error;
        if (!this.#mayRetry(error, connection)) throw this.#callFailed(error, connection);
      }
      await this.#drop(connection);
      const next = await orAborted(this.start(), signal);
      return send(next).catch((error: unknown) => {
        throw error instanceof ServerError || error instanceof NotSendable ? error : this.#callFailed(error, next);
      });
    });
  }

  /** The server is not stopped for being idle while `work` runs. */
  async #keepingAlive<T>(work: () => Promise<T>): Promise<T> {
    this.#inFlight += 1;
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#idle.used();
    }
  }

  async #open(): Promise<Connection> {
    await this.#closing;
    await this.#health.beforeStart();
    const attempt: StartAttempt = { transport: undefined, cancelled: false };
    this.#attempt = attempt;
    let connection: Connection;
    // In a microtask, because `#starting` has to be set before listeners read the status.
    queueMicrotask(() => this.#options.onStatusChanged());
    try {
      const events = { ...this.#options.events, onClosed: () => this.#crashed(connection) };
      connection = await this.#options.connect(events, this.#trustPrior, (transport) => {
        if (attempt.cancelled) throw new Error('it was stopped while it started');
        attempt.transport = transport;
      });
    } catch (error) {
      throw this.#startFailed(error, attempt);
    } finally {
      this.#attempt = undefined;
    }
    this.#health.started();
    this.#trustPrior = true;
    this.#connection = connection;
    this.#idle.used();
    this.#options.onOpened(connection);
    for (const uri of this.#subscriptions.keys()) {
      connection.subscribe(uri, this.#options.callTimeoutMs).catch(() => {});
    }
    return connection;
  }

  #startFailed(error: unknown, { transport, cancelled }: StartAttempt): UpstreamUnavailable {
    const failure = this.#options.failures.of(error, transport, 'start');
    if (cancelled) return failure;
    this.#health.startFailed(failure);
    this.#trustPrior = false;
    this.#restartForSubscribers();
    return failure;
  }

  /** The connection has already rejected the calls that were in flight. */
  #crashed(connection: Connection): void {
    if (this.#connection !== connection) return;
    const error = new AnswerLost('it closed the connection');
    this.#lost(connection, this.#options.failures.of(error, connection.transport, 'call'));
  }

  /** The connection is unusable: the next call opens a new one. */
  #lost(connection: Connection, failure: UpstreamUnavailable): void {
    this.#connection = undefined;
    if (!connection.proven) this.#trustPrior = false;
    this.#health.crashed(failure, connection.proven ? performance.now() - connection.openedAt : undefined);
    this.#restartForSubscribers();
    this.#options.onStatusChanged();
    // Also ends child processes that the crashed server left in its process group.
    void connection.close();
  }

  /** A subscriber waits for notifications without calling, so no call would start the server again. */
  #restartForSubscribers(): void {
    clearTimeout(this.#restartTimer);
    if (this.#closed || this.#subscriptions.size === 0 || this.#health.needsAuth) return;
    const wait = Math.max(100, this.#health.waitMs);
    this.#restartTimer = setTimeout(() => void this.start().catch(() => {}), wait);
    this.#restartTimer.unref();
  }

  /** Whether the server cannot have carried out the request, and a new connection may succeed. */
  #mayRetry(error: unknown, connection: Connection): boolean {
    if (connection.transport.sessionId !== undefined && isSessionGone(error)) return true;
    if (connection.proven || !isWrongEra(error)) return false;
    this.#trustPrior = false;
    return true;
  }

  #callFailed(error: unknown, connection: Connection): UpstreamUnavailable {
    const failure = this.#options.failures.of(error, connection.transport, 'call');
    const answered = error instanceof AnswerTimeout || error instanceof AnswerLost || httpStatus(error) !== undefined;
    if (isUnauthorized(error)) {
      this.#health.unauthorized(failure);
      void this.#drop(connection);
    } else if (!answered && this.#connection === connection) this.#lost(connection, failure);
    return failure;
  }

  async #drop(connection: Connection): Promise<void> {
    if (this.#connection === connection) this.#connection = undefined;
    const closing = connection.close().finally(() => {
      if (this.#closing === closing) this.#closing = undefined;
      this.#options.onStatusChanged();
    });
    this.#closing = closing;
    await closing;
  }
}
