import type { JsonObject } from '@foldout/core';
import { definedOnly } from '@foldout/core/internal';
import { SERVER_CONFIG_DEFAULTS, type ServerConfig } from '../config/config-schema.ts';
import { ChangedLists } from './changed-lists.ts';
import { connect } from './connect.ts';
import type { Connection } from './connection.ts';
import { FailureText } from './failure.ts';
import { Accounts } from './http/accounts.ts';
import { Instance } from './instance.ts';
import { InstancePool, type InstancePoolOptions } from './instance-pool.ts';
import { type InstanceSharing, instanceSharing } from './instance-sharing.ts';
import type { ListKind } from './lists.ts';
import type { ServerManifest } from './manifest.ts';
import { ManifestKeeper } from './manifest-keeper.ts';
import { Questions } from './questions.ts';
import { secretsHider } from './secrets.ts';
import { openedAt, ServerLog } from './server-log.ts';
import { sharedReaper } from './stdio/reaper.ts';
import type {
  AuthorizeOptions,
  CallingClient,
  RelayOptions,
  Upstream,
  UpstreamEvent,
  UpstreamListener,
  UpstreamStatus,
  WebSignIn,
} from './upstream.ts';
import type { UpstreamOptions } from './upstream-options.ts';

const MAX_WARNINGS = 100;

type Settings = { readonly [K in keyof typeof SERVER_CONFIG_DEFAULTS]-?: NonNullable<ServerConfig[K]> };

export function createUpstream(options: UpstreamOptions): Upstream {
  return new ConfiguredUpstream(options);
}

function sharingOf({ config, folder }: UpstreamOptions): InstanceSharing {
  const sharing = instanceSharing(config);
  return sharing === 'folder' && folder === undefined ? 'all' : sharing;
}

class ConfiguredUpstream implements Upstream {
  readonly name: string;
  readonly #options: UpstreamOptions;
  readonly #config: Settings;
  readonly #questions: Questions;
  readonly #hide: (text: string) => string;
  readonly #failures: FailureText;
  readonly #keeper: ManifestKeeper;
  readonly #accounts: Accounts;
  readonly #listeners = new Set<UpstreamListener>();
  readonly #instances: InstancePool;
  readonly #changedLists = new ChangedLists((kinds) => this.#readChanged(kinds));
  readonly #log = new ServerLog();
  readonly log = this.#log.lines;
  readonly #warnings = new Set<string>();
  #refreshing: Promise<void> | undefined;
  /** The status as JSON, to emit an event only when it differs. */
  #emittedStatus = '';
  #closed = false;
  /** Set when a legacy connection failed: calls of legacy clients then use the modern era. */
  #modernOnly = false;

  constructor(options: UpstreamOptions) {
    this.name = options.name;
    this.#options = options;
    this.#config = { ...SERVER_CONFIG_DEFAULTS, ...definedOnly(options.config) };
    this.#questions = new Questions(options.name, options.config);
    this.#hide = secretsHider(options.config);
    this.#failures = new FailureText(options.name, options.config, this.#hide, options.accountsUrl);
    this.#accounts = new Accounts(options.name, options.config, options.credentials);
    this.#keeper = new ManifestKeeper(options.name, options.config, options.manifests, {
      onManifest: async (manifest) => {
        await Promise.all(this.#emit({ kind: 'manifest', manifest }));
      },
      onWarning: (message) => this.#warn(message),
    });
    const sharing = sharingOf(options);
    this.#instances = new InstancePool({
      sharing,
      folder: sharing === 'folder' ? options.folder : undefined,
      max: options.maxInstances,
      personal: this.#accounts.personal,
      create: (era, folder, ...more) => this.#newInstance(era, sharing === 'folder' ? folder : undefined, ...more),
      full: (max) => this.#failures.of(new Error(`all of its ${max} instances are busy`), undefined, 'start'),
    });
  }

  get manifest(): ServerManifest | undefined {
    return this.#keeper.manifest;
  }

  restore(): void {
    this.#keeper.restore();
  }

  get status(): UpstreamStatus {
    const { health, state, pid, connection } = this.#instances.mostAlive;
    const { failure, retryAt } = health;
    const restarts = this.#instances.all.reduce((sum, instance) => sum + instance.health.restarts, 0);
    const showFailure = failure && state !== 'ready';
    return {
      state,
      restarts,
      ...(showFailure && { lastError: failure.message, todo: failure.todo }),
      ...(retryAt !== undefined && showFailure && { retryAt }),
      ...(pid !== undefined && { pid }),
      ...(connection && { startedAt: openedAt(connection) }),
    };
  }

  subscribe(listener: UpstreamListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async request(method: string, params: JsonObject, given?: RelayOptions): Promise<JsonObject> {
    const client = given?.client && this.#questions.of(given.client);
    return this.#questions.checkResult(await this.#send(method, params, client ? { ...given, client } : given));
  }

  #send(method: string, params: JsonObject, options?: RelayOptions): Promise<JsonObject> {
    const client = options?.client;
    this.#accounts.see(client);
    if (client?.era === 'legacy' && this.manifest?.era === 'modern' && !this.#modernOnly) {
      return this.#requestInLegacy(method, params, { ...options, client });
    }
    return this.#instances.get(client).request(method, params, options);
  }

  /** Calls a server that speaks both eras in the legacy era, so that its requests reach the legacy client unchanged. */
  async #requestInLegacy(method: string, params: JsonObject, options: RelayOptions): Promise<JsonObject> {
    const { client } = options;
    const instance = this.#instances.get(client, 'legacy');
    try {
      await instance.start();
    } catch {
      this.#modernOnly = true;
      await this.#instances.remove(client, 'legacy');
      return this.#instances.get(client).request(method, params, options);
    }
    return instance.request(method, params, options);
  }

  watchResource(uri: string, signal?: AbortSignal): Promise<() => void> {
    return this.#instances.shared.watchResource(uri, signal);
  }

  refresh(): Promise<void> {
    return this.#refreshWith(this.#instances.reader);
  }

  async refreshIfStale(): Promise<void> {
    if (!this.#closed && this.#keeper.isStale(this.#config.refreshMs)) await this.refresh();
  }

  meet(caller: Pick<CallingClient, 'principal' | 'token'>): Promise<void> | undefined {
    if (this.#closed || !this.#accounts.personal || caller.principal === undefined) return undefined;
    this.#accounts.see(caller);
    return this.manifest ? undefined : this.#refreshWith(this.#instances.get(caller));
  }

  warm(): void {
    if (this.#closed || this.#config.instances === 'per-session') return;
    void this.#instances.shared.start().catch(() => {});
  }

  async restart(): Promise<void> {
    if (this.#closed) return;
    await Promise.all(this.#instances.all.map((instance) => instance.stop()));
    // A refresh in progress fails with the server. It has to end before a new one can begin.
    await this.#refreshing;
    for (const instance of this.#instances.all) instance.resetFailures();
    await this.refresh();
  }

  async authorize(options: AuthorizeOptions): Promise<void> {
    await this.#accounts.signInOf(options.principal).authorize(options);
    for (const instance of this.#instances.all) instance.resetFailures();
    await this.#refreshWith(options.principal === undefined ? this.#instances.reader : this.#instances.get(options));
  }

  webSignIn(principal: string): WebSignIn | undefined {
    if (this.#options.config.identity !== 'person') return undefined;
    const signIn = this.#accounts.signInOf(principal);
    return {
      isStored: () => signIn.isStored(),
      begin: (redirectUrl) => signIn.begin(redirectUrl),
      finish: async (...args) => {
        await signIn.finish(...args);
        for (const instance of this.#instances.all) instance.resetFailures();
        await this.#refreshWith(this.#instances.get({ principal }));
      },
    };
  }

  endSession(sessionId: string): Promise<void> {
    return this.#instances.endSession(sessionId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changedLists.close();
    this.#listeners.clear();
    await this.#instances.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #newInstance(...[era, folder, principal, roots]: Parameters<InstancePoolOptions['create']>): Instance {
    const account = this.#accounts.of(principal);
    const { callTimeoutMs, idleMs, startTimeoutMs } = this.#config;
    const { config, clientInfo, backOff, stdioLimits, reaper } = this.#options;
    const instance: Instance = new Instance({
      callTimeoutMs,
      idleMs,
      backOff,
      failures: this.#failures,
      connect: async (events, trustPrior, onTransport) =>
        connect({
          config: folder === undefined ? config : { ...config, cwd: folder },
          clientInfo,
          prior: era ? { kind: era } : trustPrior ? this.#keeper.prior : undefined,
          onlyPrior: era !== undefined,
          timeoutMs: startTimeoutMs,
          reaper: reaper ?? sharedReaper(),
          stdioLimits,
          authProvider: await account.provider(),
          hide: this.#hide,
          events,
          onTransport,
          roots,
        }),
      events: {
        onListChanged: (kinds) => this.#changedLists.add(kinds),
        onResourceUpdated: (uri) => this.#emit({ kind: 'resource-updated', uri }),
        onLog: () => {},
        onWarning: (message) => this.#warn(message),
        onLine: (line) => this.#log.add(line),
      },
      headersFor: (method, params) =>
        config.url === undefined ? undefined : this.#keeper.paramHeaders.of(method, params),
      onOpened: (connection) => this.#opened(connection, instance),
      onStatusChanged: () => this.#emitStatus(),
      hasNewCredentials: () => account.hasNewToken(),
    });
    return instance;
  }

  /** Reads the lists of a server that has just started, if the manifest is missing, stale, or of another version. */
  #opened(connection: Connection, instance: Instance): void {
    void connection.listen();
    const outdated = this.#keeper.isStale(this.#config.refreshMs) || this.#keeper.isOther(connection.server);
    if (outdated) void this.#refreshWith(instance);
  }

  #refreshWith(instance: Instance): Promise<void> {
    this.#refreshing ??= instance
      .using((connection) => this.#keeper.readAll(connection, this.#config.callTimeoutMs))
      // The instance keeps the failure, and `status` shows it.
      .catch(() => {})
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  async #readChanged(kinds: readonly ListKind[]): Promise<void> {
    const { connection } = this.#instances.mostAlive;
    if (this.#closed || !connection) return;
    await this.#keeper.readSome(kinds, connection, this.#config.callTimeoutMs).catch(() => {});
  }

  /** Each text is logged once: a server that repeats a mistake would fill the log. */
  #warn(message: string): void {
    const text = this.#hide(message);
    if (this.#warnings.has(text) || this.#warnings.size > MAX_WARNINGS) return;
    this.#warnings.add(text);
    this.#options.log.warn(`server "${this.name}" ${text}`);
    this.#emit({ kind: 'warning', message: `server "${this.name}" ${text}` });
  }

  #emitStatus(): void {
    const { status } = this;
    const json = JSON.stringify(status);
    if (json === this.#emittedStatus) return;
    this.#emittedStatus = json;
    this.#log.addStatus(status);
    this.#emit({ kind: 'status', status });
  }

  #emit(event: UpstreamEvent): (void | Promise<void>)[] {
    return [...this.#listeners].map((listener) => listener(event));
  }
}
