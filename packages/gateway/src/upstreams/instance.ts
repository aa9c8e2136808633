import type { JsonObject } from '@foldout/core';
import type { Transport } from '@modelcontextprotocol/client';
import { BackOff, type BackOffSettings } from './back-off.ts';
import { type Connection, type ConnectionEvents, WrongEra } from './connection.ts';
import { type FailureText, httpStatus, isUnauthorized } from './failure.ts';
import { type RelayOptions, type UpstreamState, UpstreamUnavailable } from './upstream.ts';
import { AnswerLost, AnswerTimeout, ServerError } from './wire.ts';

export interface InstanceOptions {
  readonly callTimeoutMs: number;
  readonly idleMs: number;
  readonly backOff?: Partial<BackOffSettings> | undefined;
  readonly failures: FailureText;
  /** Opens a connection. `trustPrior` is false where what was known of the server has just proved wrong. */
  connect(
    events: ConnectionEvents,
    trustPrior: boolean,
    onTransport: (transport: Transport) => void,
  ): Promise<Connection>;
  readonly events: Omit<ConnectionEvents, 'onClosed'>;
  /** What a call to a modern server needs in its headers. */
  headersFor(method: string, params: JsonObject): Readonly<Record<string, string>> | undefined;
  /** A connection was opened. */
  onOpened(connection: Connection): void;
  onChanged(): void;
  /** Whether signing in has changed since it was last refused. */
  signedIn(): Promise<boolean>;
}

/** A start that is under way. */
interface Attempt {
  transport: Transport | undefined;
  /** Set where it is no longer wanted. */
  isOver: boolean;
}

const UNSUPPORTED_VERSION = -32022;
/** What a server of the other era answers over HTTP. */
const NOT_THIS_ERA = new Set([400, 404, 405]);

/** One running server, or the place of one: starts it when it is needed, stops it when it is not, and knows what failed. */
export class Instance {
  readonly #options: InstanceOptions;
  readonly #backOff: BackOff;
  /** URI → the sessions that want to hear of it. Kept over restarts. */
  readonly #subscriptions = new Map<string, Set<string>>();
  #connection: Connection | undefined;
  #starting: Promise<Connection> | undefined;
  #attempt: Attempt | undefined;
  #closing: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #resume: NodeJS.Timeout | undefined;
  #lastUsed = 0;
  #inFlight = 0;
  #restarts = 0;
  #trustPrior = true;
  #needsAuth = false;
  #failure: UpstreamUnavailable | undefined;
  #closed = false;

  constructor(options: InstanceOptions) {
    this.#options = options;
    this.#backOff = new BackOff(options.backOff);
  }

  get state(): UpstreamState {
    if (this.#connection) return 'ready';
    if (this.#starting) return 'starting';
    if (this.#needsAuth) return 'needs-auth';
    return this.#failure ? 'failed' : 'cold';
  }

  get failure(): UpstreamUnavailable | undefined {
    return this.#failure;
  }

  get retryAt(): number | undefined {
    return this.#backOff.retryAt();
  }

  get restarts(): number {
    return this.#restarts;
  }

  get pid(): number | undefined {
    const pid = (this.#connection?.transport as { pid?: unknown } | undefined)?.pid;
    return typeof pid === 'number' ? pid : undefined;
  }

  get lastUsed(): number {
    return this.#lastUsed;
  }

  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#subscriptions.size > 0 || this.#starting !== undefined;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  async request(method: string, params: JsonObject, options: RelayOptions = {}): Promise<JsonObject> {
    this.#inFlight += 1;
    let connection: Connection | undefined;
    try {
      connection = this.#connection ?? (await this.#startedFor(options.signal));
      return await this.#send(connection, method, params, options);
    } catch (error) {
      if (error instanceof ServerError && (connection?.proven || error.code !== UNSUPPORTED_VERSION)) throw error;
      if (options.signal?.aborted) throw options.signal.reason;
      if (error instanceof UpstreamUnavailable || !connection) throw error;
      if (!this.#mayRetry(error, connection)) throw this.#failed(error, connection);
      await this.#drop(connection);
      connection = await this.#startedFor(options.signal);
      return await this.#send(connection, method, params, options).catch((again: unknown) => {
        throw again instanceof ServerError ? again : this.#failed(again, connection as Connection);
      });
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#rest();
    }
  }

  /** The open connection, after starting it where needed. */
  async started(): Promise<Connection> {
    return this.#connection ?? this.#start();
  }

  /** Runs `work` on the open connection; the server is not stopped meanwhile. */
  async using<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    this.#inFlight += 1;
    const connection = await this.started().catch((error: unknown) => {
      this.#inFlight -= 1;
      throw error;
    });
    try {
      return await work(connection);
    } catch (error) {
      if (!(error instanceof WrongEra)) throw error;
      this.#trustPrior = false;
      await this.#drop(connection);
      return await work(await this.started());
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#rest();
    }
  }

  /** Ends the server; it is started again on the next call. */
  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    // One that is only starting is not waited for. Whoever calls meanwhile starts another.
    const attempt = this.#attempt;
    if (attempt) attempt.isOver = true;
    await attempt?.transport?.close().catch(() => {});
    const connection = this.#connection ?? (attempt && (await this.#starting?.catch(() => undefined)));
    if (connection) await this.#drop(connection);
    await this.#closing;
  }

  /** Forgets what failed. */
  forgive(): void {
    this.#backOff.reset();
    this.#failure = undefined;
    this.#needsAuth = false;
    this.#trustPrior = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#resume);
    this.#subscriptions.clear();
    await this.stop();
  }

  async endSession(sessionId: string): Promise<void> {
    for (const [uri, holders] of this.#subscriptions)
      if (holders.has(sessionId)) await this.#unsubscribe(uri, sessionId);
  }

  async #send(connection: Connection, method: string, params: JsonObject, options: RelayOptions): Promise<JsonObject> {
    const { callTimeoutMs } = this.#options;
    if (method === 'resources/subscribe') return this.#subscribe(connection, String(params['uri']), options);
    if (method === 'resources/unsubscribe')
      return this.#unsubscribe(String(params['uri']), options.client?.sessionId ?? '');
    const headers = connection.era === 'modern' ? this.#options.headersFor(method, params) : undefined;
    return connection.request(method, params, callTimeoutMs, options, headers);
  }

  async #subscribe(connection: Connection, uri: string, options: RelayOptions): Promise<JsonObject> {
    const result = await connection.subscribe(uri, this.#options.callTimeoutMs, options.signal);
    const holders = this.#subscriptions.get(uri) ?? new Set();
    this.#subscriptions.set(uri, holders.add(options.client?.sessionId ?? ''));
    return result;
  }

  async #unsubscribe(uri: string, holder: string): Promise<JsonObject> {
    const holders = this.#subscriptions.get(uri);
    holders?.delete(holder);
    if (!holders || holders.size > 0) return {};
    this.#subscriptions.delete(uri);
    return (await this.#connection?.unsubscribe(uri, this.#options.callTimeoutMs)) ?? {};
  }

  /** As `started`, but nobody waits longer than `signal` lets them. The start itself goes on: others wait for it. */
  async #startedFor(signal: AbortSignal | undefined): Promise<Connection> {
    const starting = this.started();
    if (!signal) return starting;
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([starting, aborted]);
    } finally {
      if (onAbort) signal.removeEventListener('abort', onAbort);
      starting.catch(() => {});
    }
  }

  #start(): Promise<Connection> {
    if (this.#closed)
      return Promise.reject(this.#options.failures.of(new Error('it is no longer configured'), undefined, 'start'));
    this.#starting ??= this.#open().finally(() => {
      this.#starting = undefined;
      this.#options.onChanged();
    });
    return this.#starting;
  }

  async #open(): Promise<Connection> {
    await this.#closing;
    const { failures } = this.#options;
    if (this.#needsAuth && !(await this.#options.signedIn())) throw this.#failure ?? failures.needsAuth();
    const retryAt = this.#backOff.retryAt();
    if (this.#failure && retryAt !== undefined) throw this.#stillFailed(this.#failure, retryAt);
    if (this.#failure) this.#restarts += 1;
    const attempt: Attempt = { transport: undefined, isOver: false };
    this.#attempt = attempt;
    let connection: Connection;
    // Told only now that `#starting` is set.
    queueMicrotask(() => this.#options.onChanged());
    try {
      const events = { ...this.#options.events, onClosed: () => this.#crashed(connection) };
      connection = await this.#options.connect(events, this.#trustPrior, (tried) => {
        if (attempt.isOver) throw new Error('it was stopped while it started');
        attempt.transport = tried;
      });
    } catch (error) {
      throw this.#couldNotStart(error, attempt);
    } finally {
      this.#attempt = undefined;
    }
    this.#failure = undefined;
    this.#needsAuth = false;
    this.#trustPrior = true;
    this.#connection = connection;
    this.#lastUsed = performance.now();
    this.#rest();
    this.#options.onOpened(connection);
    for (const uri of this.#subscriptions.keys()) {
      connection.subscribe(uri, this.#options.callTimeoutMs).catch(() => {});
    }
    return connection;
  }

  #couldNotStart(error: unknown, { transport, isOver }: Attempt): UpstreamUnavailable {
    const failure = this.#options.failures.of(error, transport, 'start');
    if (isOver) return failure;
    this.#failure = failure;
    this.#needsAuth = failure.reason === 'needs-auth';
    this.#trustPrior = false;
    if (!this.#needsAuth) this.#backOff.failed(undefined);
    this.#resumeLater();
    return failure;
  }

  #stillFailed(failure: UpstreamUnavailable, retryAt: number): UpstreamUnavailable {
    const seconds = Math.max(1, Math.ceil((retryAt - Date.now()) / 1000));
    return new UpstreamUnavailable(`${failure.message} (it is tried again in ${seconds} s)`, failure.todo, {
      cause: failure,
    });
  }

  /** It ended without being told to. Calls in flight have been told by their connection. */
  #crashed(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#blame(
      this.#options.failures.of(new AnswerLost('it closed the connection'), connection.transport, 'call'),
      connection,
    );
    // What it left behind in its process group is swept by the transport.
    void connection.close();
  }

  #blame(failure: UpstreamUnavailable, connection: Connection): void {
    this.#failure = failure;
    if (!connection.proven) this.#trustPrior = false;
    this.#backOff.failed(connection.proven ? performance.now() - connection.openedAt : undefined);
    this.#resumeLater();
    this.#options.onChanged();
  }

  /** Who subscribed waits for news without calling: the server is started again for them. */
  #resumeLater(): void {
    clearTimeout(this.#resume);
    if (this.#closed || this.#subscriptions.size === 0 || this.#needsAuth) return;
    const wait = Math.max(100, (this.#backOff.retryAt() ?? 0) - Date.now());
    this.#resume = setTimeout(() => void this.#start().catch(() => {}), wait);
    this.#resume.unref();
  }

  /** Whether the request cannot have been carried out, and another connection may do better. */
  #mayRetry(error: unknown, connection: Connection): boolean {
    const status = httpStatus(error);
    if (connection.transport.sessionId !== undefined && isSessionGone(error)) return true;
    if (connection.proven) return false;
    const wrongEra =
      NOT_THIS_ERA.has(status ?? 0) || (error instanceof ServerError && error.code === UNSUPPORTED_VERSION);
    if (wrongEra) this.#trustPrior = false;
    return wrongEra;
  }

  #failed(error: unknown, connection: Connection): UpstreamUnavailable {
    const failure = this.#options.failures.of(error, connection.transport, 'call');
    if (isUnauthorized(error)) {
      this.#failure = failure;
      this.#needsAuth = true;
      void this.#drop(connection);
    } else if (!(error instanceof AnswerTimeout) && !(error instanceof AnswerLost) && httpStatus(error) === undefined) {
      // It could not be reached at all: the next call opens a new connection.
      if (this.#connection === connection) {
        this.#connection = undefined;
        this.#blame(failure, connection);
        void connection.close();
      }
    }
    return failure;
  }

  async #drop(connection: Connection): Promise<void> {
    if (this.#connection === connection) this.#connection = undefined;
    const closing = connection.close().finally(() => {
      if (this.#closing === closing) this.#closing = undefined;
      this.#options.onChanged();
    });
    this.#closing = closing;
    await closing;
  }

  /** One timer for all calls: it looks how long ago the last one was, and goes back to sleep. */
  #rest(): void {
    this.#lastUsed = performance.now();
    const { idleMs } = this.#options;
    if (this.#idle || idleMs === 0 || !this.#connection) return;
    this.#sleep(idleMs);
  }

  #sleep(ms: number): void {
    this.#idle = setTimeout(() => {
      this.#idle = undefined;
      if (!this.#connection || this.#closed) return;
      const left = this.#lastUsed + this.#options.idleMs - performance.now();
      if (this.isBusy) this.#sleep(this.#options.idleMs);
      else if (left > 1) this.#sleep(left);
      else void this.stop();
    }, ms);
    this.#idle.unref();
  }
}

/** The protocol says 404. Many servers say 400, as the SDK's example does, and only their words tell it from a bad request. */
function isSessionGone(error: unknown): boolean {
  const status = httpStatus(error);
  const { text } = (error as { data?: { text?: unknown } }).data ?? {};
  return status === 404 || (status === 400 && typeof text === 'string' && /session/i.test(text));
}
