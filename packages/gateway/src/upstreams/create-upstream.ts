import type { JsonObject } from '@foldout/core';
import { SERVER_CONFIG_DEFAULTS, type ServerConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import type { Credentials } from '../state/shared-state.ts';
import type { BackOffSettings } from './back-off.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { FailureText } from './failure.ts';
import { SignIn } from './http/sign-in.ts';
import { Instance } from './instance.ts';
import type { ListKind } from './lists.ts';
import type { ManifestStore, ServerManifest } from './manifest.ts';
import { ManifestKeeper } from './manifest-keeper.ts';
import { secretsHider } from './secrets.ts';
import { type Reaper, sharedReaper } from './stdio/reaper.ts';
import type { StdioLimits } from './stdio/stdio-transport.ts';
import type {
  AuthorizeOptions,
  RelayOptions,
  Upstream,
  UpstreamEvent,
  UpstreamState,
  UpstreamStatus,
} from './upstream.ts';

export interface UpstreamOptions {
  readonly name: string;
  readonly config: ServerConfig;
  readonly manifests: ManifestStore;
  readonly credentials: Credentials;
  readonly log: Log;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The reaper of this process where it is absent. */
  readonly reaper?: Reaper | undefined;
  readonly backOff?: Partial<BackOffSettings> | undefined;
  readonly stdioLimits?: Partial<StdioLimits> | undefined;
  /** How many instances a server with one per session may have. */
  readonly mostInstances?: number | undefined;
}

const MOST_INSTANCES = 32;
/** How long changes are collected before lists are read again. */
const SETTLE_MS = 100;
const STATES: readonly UpstreamState[] = ['ready', 'starting', 'needs-auth', 'failed', 'cold'];

type Settings = { readonly [K in keyof typeof SERVER_CONFIG_DEFAULTS]-?: NonNullable<ServerConfig[K]> };

export function createUpstream(options: UpstreamOptions): Upstream {
  return new ConfiguredUpstream(options);
}

class ConfiguredUpstream implements Upstream {
  readonly name: string;
  readonly #options: UpstreamOptions;
  readonly #config: Settings;
  readonly #hide: (text: string) => string;
  readonly #failures: FailureText;
  readonly #keeper: ManifestKeeper;
  readonly #signIn: SignIn;
  readonly #listeners = new Set<(event: UpstreamEvent) => void>();
  readonly #instances = new Map<string, Instance>();
  readonly #changedLists = new Set<ListKind>();
  readonly #warned = new Set<string>();
  #settle: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #shown = '';
  #closed = false;
  /** It was tried in the legacy era and did not answer. */
  #modernOnly = false;

  constructor(options: UpstreamOptions) {
    this.name = options.name;
    this.#options = options;
    this.#config = { ...SERVER_CONFIG_DEFAULTS, ...defined(options.config) };
    this.#hide = secretsHider(options.config);
    this.#failures = new FailureText(options.name, options.config, this.#hide);
    this.#signIn = new SignIn(options.name, options.config, options.credentials);
    this.#keeper = new ManifestKeeper(options.name, options.config, options.manifests, {
      onManifest: (manifest) => this.#emit({ kind: 'manifest', manifest }),
      onWarning: (message) => this.#warn(message),
    });
    this.#instances.set('', this.#newInstance());
  }

  get manifest(): ServerManifest | undefined {
    return this.#keeper.manifest;
  }

  get status(): UpstreamStatus {
    const instance = this.#mostAlive();
    const { failure, state, retryAt, pid } = instance;
    const restarts = [...this.#instances.values()].reduce((sum, one) => sum + one.restarts, 0);
    const showFailure = failure && state !== 'ready';
    return {
      state,
      restarts,
      ...(showFailure && { lastError: failure.message, todo: failure.todo }),
      ...(retryAt !== undefined && showFailure && { retryAt }),
      ...(pid !== undefined && { pid }),
    };
  }

  subscribe(listener: (event: UpstreamEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  request(method: string, params: JsonObject, options?: RelayOptions): Promise<JsonObject> {
    const client = options?.client;
    if (client?.era === 'legacy' && this.manifest?.era === 'modern' && !this.#modernOnly) {
      return this.#requestInLegacy(method, params, { ...options, client });
    }
    return this.#instanceFor(client?.sessionId).request(method, params, options);
  }

  /** A legacy client can be asked in the middle of a call, and a server of both eras may count on that. */
  async #requestInLegacy(method: string, params: JsonObject, options: RelayOptions): Promise<JsonObject> {
    const session = options.client?.sessionId;
    const instance = this.#instanceFor(session, 'legacy');
    try {
      await instance.started();
    } catch {
      this.#modernOnly = true;
      this.#instances.delete(instanceKey(this.#sessionKey(session), 'legacy'));
      await instance.close();
      return this.#instanceFor(session).request(method, params, options);
    }
    return instance.request(method, params, options);
  }

  refresh(): Promise<void> {
    return this.#refreshBy(this.#shared);
  }

  async refreshIfStale(): Promise<void> {
    if (!this.#closed && this.#keeper.isStale(this.#config.refreshMs)) await this.refresh();
  }

  warm(): void {
    if (this.#closed || this.#config.instances === 'per-session') return;
    void this.#shared.started().catch(() => {});
  }

  async restart(): Promise<void> {
    if (this.#closed) return;
    await Promise.all([...this.#instances.values()].map((instance) => instance.stop()));
    // One that was under way when the server was ended has failed with it.
    await this.#refreshing;
    for (const instance of this.#instances.values()) instance.forgive();
    await this.refresh();
  }

  async authorize(options: AuthorizeOptions): Promise<void> {
    await this.#signIn.authorize(options);
    for (const instance of this.#instances.values()) instance.forgive();
    await this.refresh();
  }

  async endSession(sessionId: string): Promise<void> {
    const keys = [instanceKey(sessionId), instanceKey(sessionId, 'legacy')];
    const own = sessionId === '' ? [] : keys.filter((key) => this.#instances.has(key));
    if (own.length > 0) {
      const ending = own.map((key) => this.#instances.get(key));
      for (const key of own) this.#instances.delete(key);
      await Promise.all(ending.map((instance) => instance?.close()));
    } else await this.#shared.endSession(sessionId).catch(() => {});
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#settle);
    this.#listeners.clear();
    await Promise.all([...this.#instances.values()].map((instance) => instance.close()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #shared(): Instance {
    return this.#instances.get('') as Instance;
  }

  #mostAlive(): Instance {
    if (this.#instances.size === 1) return this.#shared;
    const ordered = [...this.#instances.values()].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
    return ordered[0] as Instance;
  }

  #sessionKey(sessionId: string | undefined): string {
    return this.#config.instances === 'shared' ? '' : (sessionId ?? '');
  }

  #instanceFor(sessionId: string | undefined, era?: 'legacy'): Instance {
    const key = instanceKey(this.#sessionKey(sessionId), era);
    const found = this.#instances.get(key);
    if (found) return found;
    this.#makeRoom();
    const instance = this.#newInstance(era);
    this.#instances.set(key, instance);
    return instance;
  }

  /** The one that nobody has used for longest goes, unless all are at work. */
  #makeRoom(): void {
    const most = this.#options.mostInstances ?? MOST_INSTANCES;
    if (this.#instances.size <= most) return;
    const idle = [...this.#instances].filter(([key, instance]) => key !== '' && !instance.isBusy);
    const [oldest] = idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (!oldest) throw this.#failures.of(new Error(`all of its ${most} instances are at work`), undefined, 'start');
    this.#instances.delete(oldest[0]);
    void oldest[1].close();
  }

  #newInstance(era?: 'legacy'): Instance {
    const { callTimeoutMs, idleMs, startTimeoutMs } = this.#config;
    const { config, clientInfo, backOff, stdioLimits, reaper } = this.#options;
    const instance: Instance = new Instance({
      callTimeoutMs,
      idleMs,
      backOff,
      failures: this.#failures,
      connect: async (events, trustPrior, onTransport) =>
        connect({
          config,
          clientInfo,
          prior: era ? { kind: era } : trustPrior ? this.#keeper.prior : undefined,
          onlyPrior: era !== undefined,
          timeoutMs: startTimeoutMs,
          reaper: reaper ?? sharedReaper(),
          stdioLimits,
          authProvider: await this.#signIn.provider(),
          hide: this.#hide,
          events,
          onTransport,
        }),
      events: {
        onListChanged: (kinds) => this.#listsChanged(kinds),
        onResourceUpdated: (uri) => this.#emit({ kind: 'resource-updated', uri }),
        onLog: () => {},
        onWarning: (message) => this.#warn(message),
      },
      headersFor: (method, params) =>
        config.url === undefined ? undefined : this.#keeper.paramHeaders.of(method, params),
      onOpened: (connection) => this.#opened(connection, instance),
      onChanged: () => this.#changed(),
      signedIn: () => this.#signIn.isNew(),
    });
    return instance;
  }

  /** A server that was started for a call is asked for its lists on the way, where they are missing, old or another version's. */
  #opened(connection: Connection, instance: Instance): void {
    void connection.listen();
    const asksForMore = this.#keeper.isStale(this.#config.refreshMs) || this.#keeper.isOther(connection.server);
    if (asksForMore) void this.#refreshBy(instance);
  }

  #refreshBy(instance: Instance): Promise<void> {
    this.#refreshing ??= instance
      .using((connection) => this.#keeper.readAll(connection, this.#config.callTimeoutMs))
      // The instance knows what failed, and `status` tells.
      .catch(() => {})
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  #listsChanged(kinds: readonly ListKind[]): void {
    for (const kind of kinds) this.#changedLists.add(kind);
    this.#settle ??= setTimeout(() => {
      this.#settle = undefined;
      const changed = [...this.#changedLists];
      this.#changedLists.clear();
      const connection = this.#mostAlive().connection;
      if (!this.#closed && connection)
        void this.#keeper.readSome(changed, connection, this.#config.callTimeoutMs).catch(() => {});
    }, SETTLE_MS);
    this.#settle.unref();
  }

  /** Said once each: a server that repeats a mistake is not worth a line each time. */
  #warn(message: string): void {
    const text = this.#hide(message);
    if (this.#warned.has(text) || this.#warned.size > 100) return;
    this.#warned.add(text);
    this.#options.log.warn(`server "${this.name}" ${text}`);
    this.#emit({ kind: 'warning', message: `server "${this.name}" ${text}` });
  }

  #changed(): void {
    const { status } = this;
    const shown = JSON.stringify(status);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#emit({ kind: 'status', status });
  }

  #emit(event: UpstreamEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function instanceKey(session: string, era?: 'legacy'): string {
  return era ? `${era} ${session}` : session;
}

function defined(config: ServerConfig): Partial<Settings> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}
