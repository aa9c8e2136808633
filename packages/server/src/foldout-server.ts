import { fstatSync } from 'node:fs';
import {
  BUILT_IN_SERVER,
  type CallContext,
  type CallEvent,
  type Caller,
  type Command,
  Engine,
  type VectorTable,
} from '@foldout/core';
import type { ServerNotifier, Transport } from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import { bootstrapCommands } from './bootstrap/bootstrap-commands.ts';
import { environmentOptions } from './environment.ts';
import { type McpServerOptions, SERVER_DEFAULTS, type TransportKind } from './options.ts';
import { DirectCalls } from './protocol/direct-calls.ts';
import { HttpHandler } from './protocol/http-handler.ts';
import type { McpListener } from './protocol/http-listener.ts';
import { createNotifier } from './protocol/notifier.ts';
import { createProtocolServer, listFor, type ProtocolParts } from './protocol/protocol-server.ts';
import type { RequestOwner } from './protocol/request-owner.ts';
import { skillsServer } from './protocol/served-skills.ts';
import { ServerEventHub, type ServerEvents } from './protocol/server-events.ts';
import { viewOf } from './protocol/viewers.ts';
import { ListedNames } from './surfaces/listed-names.ts';
import { toolLister } from './surfaces/listed-tool.ts';
import { MetaTools } from './surfaces/meta-tools.ts';
import { repeatingInstructions } from './surfaces/repeated-line.ts';
import { SURFACES } from './surfaces/strategies.ts';
import type { ListedTool, Surface, SurfaceSettings } from './surfaces/surface.ts';
import { ToolScopes } from './surfaces/tool-scopes.ts';

type Settings = McpServerOptions & Required<Pick<McpServerOptions, keyof typeof SERVER_DEFAULTS>>;
type ProtocolServer = ReturnType<typeof createProtocolServer>;

/** An MCP server over one engine. Made by `createMcpServer`. */
export class FoldoutServer implements AsyncDisposable {
  readonly engine: Engine;
  /** Tells clients that prompts or resources have changed. Tools are announced by themselves. */
  readonly notify: ServerNotifier;
  readonly #options: Settings;
  readonly #events = new ServerEventHub();
  readonly #parts: ProtocolParts;
  readonly #http: HttpHandler;
  /** Connections over stdio or a given transport; HTTP keeps its own. */
  readonly #connections = new Set<ProtocolServer>();
  readonly #stdio = new Set<StdioServerHandle>();
  #listener: McpListener | undefined;

  constructor(options: McpServerOptions) {
    const settings: Settings = { ...SERVER_DEFAULTS, ...environmentOptions(process.env), ...definedOnly(options) };
    this.#options = settings;
    this.engine = new Engine({ ...options, search: { loadVectors, ...options.search } });
    const { engine } = this;
    const { log = (line) => console.error(line) } = settings;
    const meta = new MetaTools(engine, settings.dispatch, settings.runCode);
    const names = new ListedNames(engine.catalog, (name) => meta.has(name) || surface.owns?.(name) === true);
    const surfaceSettings: SurfaceSettings = {
      categories: settings.categories ?? {},
      coreTools: settings.coreTools ?? [],
      toolsMode: settings.toolsMode,
      alwaysAvailable: settings.alwaysAvailable ?? [],
      auto: settings.auto ?? {},
      onChoice: (choice) => {
        log(`${options.name}: ${choice.strategy} for ${quoted(choice.client)}, because ${choice.reason}`);
        this.#events.emit('surface:choice', choice);
      },
    };
    const listed = toolLister(names, surfaceSettings);
    const chosen = SURFACES[settings.toolStrategy]({ engine, meta, listed, settings: surfaceSettings });
    const surface: Surface = settings.repeatInstructions ? repeatingInstructions(chosen) : chosen;
    this.#parts = {
      info: { name: options.name, version: options.version },
      engine,
      surface,
      meta,
      names,
      listed,
      events: this.#events,
      scopes: new ToolScopes(settings, (tool) => tool.server === BUILT_IN_SERVER),
      scopeMode: settings.scopeMode,
      onWarning: (warning) => {
        log(`${options.name}: ${warning}`);
        this.#events.emit('warning', warning);
      },
      pageSize: settings.pageSize,
      listTtlMs: settings.listTtlMs,
      additions: settings,
      ...(settings.skills && { skills: skillsServer(settings.skills) }),
    };
    this.#http = new HttpHandler({
      factory: (unit) => createProtocolServer(this.#parts, unit),
      onProblem: this.#onProblem,
      maxBodyBytes: settings.maxBodyBytes,
      store: settings.sessions,
    });
    this.notify = createNotifier({
      modernHttp: this.#http.notify,
      connections: () => [...this.#http.servers(), ...[...this.#connections].map(({ server }) => server)],
      onProblem: this.#onProblem,
    });
    if (options.bootstrap) this.#addBootstrap();
    engine.catalog.subscribe((change) => {
      this.#events.emit('catalog:change', change);
      if (surface.varies) this.notify.toolsChanged();
    });
  }

  /** The address, once it listens over HTTP. */
  get url(): string | undefined {
    return this.#listener?.url;
  }

  /** MCP over HTTP as a web-standard handler, to be mounted where authentication is someone else's. */
  get fetch(): (request: Request, owner?: RequestOwner) => Promise<Response> {
    return this.#http.fetch;
  }

  on<E extends keyof ServerEvents>(event: E, listener: (...args: ServerEvents[E]) => void): () => void {
    // Straight from the engine, which puts these together only while somebody listens.
    if (event === 'command:call') return this.engine.onCall(listener as (call: CallEvent) => void);
    return this.#events.on(event, listener);
  }

  /** What a client sees in `tools/list`, all pages. */
  listTools(caller: Caller = {}): readonly ListedTool[] {
    return listFor(
      this.#parts,
      viewOf(this.#parts, caller, undefined, () => {}),
    );
  }

  /** Adds a command, or a new version of one, while running. */
  addCommand(command: Command): void {
    this.engine.expose(command);
  }

  removeCommand(name: string): boolean {
    return this.engine.registry.unregister(name);
  }

  /** Serves over the transport of the options and returns which one that is. */
  async start(): Promise<'stdio' | 'http'> {
    const kind = chooseTransport(this.#options.transport);
    if (kind === 'stdio') this.connect();
    else {
      const { host, port, maxBodyBytes } = this.#options;
      // Most servers are started over stdio and need none of it.
      const { listenHttp } = await import('./protocol/http-listener.ts');
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

  /**
   * Serves one connection in either era: stdio, or a transport that is given. `direct` answers calls of legacy clients
   * without the SDK's checks, for whoever passes most of them on.
   */
  connect(transport?: Transport, { direct = false }: { readonly direct?: boolean } = {}): void {
    const calls = direct && transport ? new DirectCalls(transport) : undefined;
    const served = calls ?? transport;
    const handle = serveStdio(
      ({ era }) => {
        const server = createProtocolServer(this.#parts, { era });
        if (era === 'legacy') calls?.serve(server.server, server.answerCall);
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
  }

  /** A session was ended elsewhere: what is kept of it here goes. */
  forgetSession(id: string): void {
    this.#http.forget(id);
  }

  /** Stops listening, lets calls in flight finish for a moment, and closes every connection. */
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

  #addBootstrap(): void {
    const { name, version, toolStrategy } = this.#options;
    const strategyFor = ({ client, era, sessionId, scope }: CallContext): string => {
      const catalog = this.engine.catalog.view(scope);
      const choice = this.#parts.surface.choice?.({ client, era, sessionId, catalog, announce: () => {} });
      return choice ? `${toolStrategy}: ${choice.strategy}, because ${choice.reason}` : toolStrategy;
    };
    for (const command of bootstrapCommands(this.engine, { name, version, strategyFor })) {
      this.engine.addBuiltIn(command);
    }
  }

  readonly #onProblem = (error: Error): void => this.#events.emit('problem', error);
}

/** The table is read, and what reads it loaded, with the first search. */
async function loadVectors(): Promise<VectorTable> {
  const { loadVectorTable } = await import('@foldout/core/node');
  return loadVectorTable();
}

/** Something that starts a server and talks to it through pipes wants stdio; a person at a terminal does not. */
function chooseTransport(wanted: TransportKind): 'stdio' | 'http' {
  if (wanted !== 'auto') return wanted;
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket() ? 'stdio' : 'http';
  } catch {
    return 'http';
  }
}

/** A client's name is its own text: bounded, and without anything that could end the line. */
function quoted(client: string | undefined): string {
  return client === undefined ? 'a client without a name' : JSON.stringify(client.slice(0, 80));
}

/** An option given as undefined is an option not given. */
function definedOnly(options: McpServerOptions): McpServerOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as McpServerOptions;
}
