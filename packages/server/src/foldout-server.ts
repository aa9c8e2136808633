import { type CallContext, type CallEvent, type Caller, type Command, Engine, type ToolScope } from '@foldout/core';
import { BUILT_IN_SERVER, definedOnly, thrownText } from '@foldout/core/internal';
import type { ServerNotifier, Transport } from '@modelcontextprotocol/server';
import type { StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { environment, httpListener, loadVectors, serveStdio } from '#runtime';
import { bootstrapCommands } from './bootstrap/bootstrap-commands.ts';
import { chooseTransport } from './choose-transport.ts';
import { nameWarnings, readEnvironment } from './environment.ts';
import { type McpServerOptions, SERVER_DEFAULTS } from './options.ts';
import { ClientLookup } from './protocol/client-lookup.ts';
import { DirectCalls } from './protocol/direct-calls.ts';
import { hasHeaderParams } from './protocol/header-params.ts';
import { HttpHandler, type ReadRequest } from './protocol/http-handler.ts';
import type { McpListener } from './protocol/http-listener.ts';
import type { HttpAnswer } from './protocol/http-reply.ts';
import { ListenWatch } from './protocol/listen-watch.ts';
import { createNotifier } from './protocol/notifier.ts';
import type { ServingUnit } from './protocol/protocol-additions.ts';
import { createProtocolServer, listFor, type ProtocolParts } from './protocol/protocol-server.ts';
import { type FetchOptions, type RequestOwner, readFetchOptions } from './protocol/request-owner.ts';
import { skillsServer } from './protocol/served-skills.ts';
import { ServerEventHub, type ServerEvents } from './protocol/server-events.ts';
import { type View, viewOf } from './protocol/viewers.ts';
import { AlwaysListed } from './surfaces/always-listed.ts';
import { AppTools } from './surfaces/app-tools.ts';
import { configuredSurface } from './surfaces/configured-surface.ts';
import { ListedNames } from './surfaces/listed-names.ts';
import { toolLister } from './surfaces/listed-tool.ts';
import { MetaTools } from './surfaces/meta-tools.ts';
import type { ListedTool, Surface, SurfaceSettings } from './surfaces/surface.ts';
import { ToolScopes } from './surfaces/tool-scopes.ts';

type Settings = McpServerOptions & Required<Pick<McpServerOptions, keyof typeof SERVER_DEFAULTS>>;
type ProtocolServer = ReturnType<typeof createProtocolServer>;

export interface ConnectOptions {
  /** Calls skip the SDK's schema checks: for a gateway, where the upstream checks the same message. */
  readonly direct?: boolean;
  /** The owner of the connection: its scope and its profile. */
  readonly owner?: RequestOwner | undefined;
}

/** An MCP server over one engine. Made by `createMcpServer`. */
export class FoldoutServer implements AsyncDisposable {
  readonly engine: Engine;
  /** Notifies clients of changed prompts or resources. Changed tools are notified automatically. */
  readonly notify: ServerNotifier;
  readonly #options: Settings;
  readonly #events = new ServerEventHub();
  readonly #parts: ProtocolParts;
  readonly #http: HttpHandler;
  readonly #listens: ListenWatch;
  /** Connections over stdio or a given transport. `#http` keeps the HTTP connections. */
  readonly #connections = new Set<ProtocolServer>();
  readonly #stdio = new Set<StdioServerHandle>();
  readonly #checkNames: () => void;
  #listener: McpListener | undefined;

  constructor(options: McpServerOptions) {
    const surroundings = readEnvironment(environment);
    const settings: Settings = { ...SERVER_DEFAULTS, ...surroundings.options, ...definedOnly(options) };
    this.#options = settings;
    const { log = (line) => console.error(line) } = settings;
    this.engine = new Engine({
      onError: (thrown) => log(`${options.name}: ${thrownText(thrown)}`, 'warn'),
      ...definedOnly(options),
      search: { ...(loadVectors && { loadVectors }), ...options.search },
    });
    const { engine } = this;
    const warn = (warning: string): void => {
      log(`${options.name}: ${warning}`, 'warn');
      this.#events.emit('warning', warning);
    };
    for (const warning of surroundings.warnings) warn(warning);
    const unmatched = nameWarnings(surroundings, options);
    this.#checkNames = () => {
      for (const warning of unmatched(engine.catalog)) warn(warning);
    };
    const meta = new MetaTools({
      contextual: engine.contexts.configured,
      kinds: options.capabilities !== undefined,
      mode: settings.dispatch,
      runsCode: settings.runCode !== undefined,
    });
    const names = new ListedNames(engine.catalog, (name) => meta.has(name) || surface.owns?.(name) === true);
    const surfaceSettings: SurfaceSettings = {
      categories: settings.categories ?? {},
      coreTools: settings.coreTools ?? [],
      toolsMode: settings.toolsMode,
      alwaysAvailable: settings.alwaysAvailable ?? [],
      auto: settings.auto ?? {},
      dynamic: settings.dynamic ?? {},
      onChoice: (choice) => {
        log(`${options.name}: ${choice.strategy} for ${quoted(choice.client)}, because ${choice.reason}`, 'info');
        this.#events.emit('surface:choice', choice);
      },
    };
    const listed = toolLister(names, surfaceSettings, (tool) => {
      const lookup = engine.catalog.lookup(tool.id);
      return lookup.found ? lookup.entry.source.definition?.(tool) : undefined;
    });
    const always = new AlwaysListed(surfaceSettings, listed);
    const surfaceParts = { engine, meta, listed, idOf: (name: string) => names.idOf(name), settings: surfaceSettings };
    const surface: Surface = configuredSurface(surfaceParts, settings);
    this.#parts = {
      info: { name: options.name, version: options.version },
      engine,
      surface,
      meta,
      names,
      listed,
      always,
      apps: new AppTools(listed),
      clients: new ClientLookup(settings.clients),
      events: this.#events,
      scopes: new ToolScopes([settings, surroundings.scope], (tool) => tool.server === BUILT_IN_SERVER),
      scopeMode: settings.scopeMode,
      onWarning: warn,
      listOf: (view) => listFor(this.#parts, view),
      pageSize: settings.pageSize,
      pagesForUnknown: options.pageSize !== undefined,
      listTtlMs: settings.listTtlMs,
      additions: settings,
      ...(settings.skills && { skills: skillsServer(settings.skills) }),
    };
    this.#listens = new ListenWatch(settings.watch, this.#onProblem);
    this.#http = new HttpHandler({
      factory: (unit) => this.#serverFor(unit),
      info: this.#parts.info,
      hasHeaderParams: (name) => hasHeaderParams(engine.catalog, names.idOf(name) ?? name),
      onProblem: this.#onProblem,
      maxBodyBytes: settings.maxBodyBytes,
      store: settings.sessions,
      listens: this.#listens,
    });
    const notify = createNotifier({
      modernHttp: this.#http.notify,
      connections: () => [...this.#http.servers(), ...[...this.#connections].map(({ server }) => server)],
      onProblem: this.#onProblem,
    });
    this.notify = notify;
    if (options.bootstrap) this.#addBootstrap();
    engine.catalog.subscribe((change) => {
      this.#events.emit('catalog:change', change);
      // Not at once: a gateway attaches its sources one after the other.
      queueMicrotask(this.#checkNames);
      const pinsChanged = always.isConcernedBy(change) && this.refreshPins();
      const listChanged = this.#parts.apps.isConcernedBy(change) || (surface.changedBy?.(change) ?? surface.varies);
      if (pinsChanged || listChanged) notify.toolsChanged(pinsChanged);
    });
    this.refreshPins();
  }

  /** The URL while the server listens over HTTP. */
  get url(): string | undefined {
    return this.#listener?.url;
  }

  /** MCP over HTTP as a web-standard handler. The host that mounts it does the authentication. */
  get fetch(): (request: Request, options?: FetchOptions) => Promise<Response> {
    return this.#http.fetch;
  }

  /** Answers a plain `tools/call` over HTTP without the SDK's checks. Undefined: it is none, so `fetch` has to answer. */
  fetchDirect(read: ReadRequest, options?: FetchOptions): Promise<HttpAnswer> | undefined {
    return this.#http.direct(read, options);
  }

  on<E extends keyof ServerEvents>(event: E, listener: (...args: ServerEvents[E]) => void): () => void {
    // The engine emits `command:call` events, and builds them only while it has listeners.
    if (event === 'command:call') return this.engine.onCall(listener as (call: CallEvent) => void);
    return this.#events.on(event, listener);
  }

  /** The whole `tools/list` of a client, all pages. */
  listTools(caller: Caller = {}): readonly ListedTool[] {
    return listFor(
      this.#parts,
      viewOf(this.#parts, caller, undefined, () => {}),
    );
  }

  /** The tools that exist for the clients of an owner, or for all clients: those in the scope of the server. */
  visible(scope?: ToolScope): Pick<View, 'catalog' | 'scope'> {
    return viewOf(this.#parts, {}, undefined, () => {}, scope && { name: '', scope });
  }

  /**
   * Reads which tools are always available, logs what they cost, and returns whether they changed. Called for every change
   * of the catalog; a host that fills the catalog without events calls it after that.
   */
  refreshPins(): boolean {
    const { changed, warning } = this.#parts.always.refresh(this.engine.catalog);
    // A surface that lists every tool lists these too: they cost nothing more.
    if (warning && this.#options.toolStrategy !== 'individual') this.#parts.onWarning(warning);
    return changed;
  }

  /** Adds or replaces a command while running. */
  addCommand(command: Command): void {
    this.engine.expose(command);
  }

  removeCommand(name: string): boolean {
    return this.engine.registry.unregister(name);
  }

  /** Serves over the transport of the options. Returns the transport that `auto` chose. */
  async start(): Promise<'stdio' | 'http'> {
    const kind = chooseTransport(this.#options.transport);
    if (kind === 'stdio') this.connect();
    else {
      const { host, port, maxBodyBytes } = this.#options;
      const { listenHttp } = await httpListener();
      this.#listener = await listenHttp({
        host,
        port,
        maxBodyBytes,
        fetch: (request) => this.fetch(request),
        onProblem: this.#onProblem,
      });
    }
    return kind;
  }

  /** Serves one connection in either era, over stdio or the given transport. */
  connect(transport?: Transport, { direct = false, owner }: ConnectOptions = {}): void {
    const { authInfo } = readFetchOptions({ owner }).options;
    const calls =
      direct && transport
        ? new DirectCalls(transport, (message, signal) => this.#listens.begin(message, signal, authInfo))
        : undefined;
    const served = calls ?? transport;
    const handle = serveStdio(
      ({ era }) => {
        const server = this.#serverFor({ era, owner });
        calls?.serve(server, era, this.#parts.info);
        const forget = server.server.onclose;
        server.server.onclose = () => {
          this.#connections.delete(server);
          forget?.();
        };
        this.#connections.add(server);
        return server;
      },
      { onerror: this.#onProblem, ...(served && { transport: served }) },
    );
    this.#stdio.add(handle);
    if (!served) return;
    const { onclose } = served;
    served.onclose = () => {
      this.#stdio.delete(handle);
      onclose?.();
    };
  }

  /** For what other replicas report: a session that has ended, or a message of its client. See `SessionMail`. */
  get sessions(): Pick<HttpHandler, 'forget' | 'deliver'> {
    return this.#http;
  }

  /** Stops listening, lets running calls finish within a grace period, and closes every connection. */
  async stop(): Promise<void> {
    await this.#listener?.close();
    this.#listener = undefined;
    await this.#http.close();
    await Promise.all([...this.#stdio].map((handle) => handle.close()));
    this.#stdio.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #serverFor(unit: ServingUnit): ProtocolServer {
    this.#checkNames();
    return createProtocolServer(this.#parts, unit);
  }

  #addBootstrap(): void {
    const { name, version, toolStrategy } = this.#options;
    const strategyFor = ({ client, era, sessionId, scope }: CallContext): string => {
      const catalog = this.engine.catalog.view(scope);
      const about = this.#parts.clients.about(client?.name);
      const choice = this.#parts.surface.choice?.({ ...about, client, era, sessionId, catalog, announce: () => {} });
      return choice ? `${toolStrategy}: ${choice.strategy}, because ${choice.reason}` : toolStrategy;
    };
    for (const command of bootstrapCommands(this.engine, { name, version, strategyFor })) {
      this.engine.addBuiltIn(command);
    }
  }

  readonly #onProblem = (error: Error): void => this.#events.emit('problem', error);
}

/** A client's name is untrusted text: it is cut, and JSON quoting removes line breaks. */
function quoted(client: string | undefined): string {
  return client === undefined ? 'a client without a name' : JSON.stringify(client.slice(0, 80));
}
