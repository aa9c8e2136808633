import type { Tool } from '@foldout/core';
import { createMcpServer, type FoldoutServer, type McpServerOptions } from '@foldout/server';
import type { CacheStats, Usage } from '@foldout/usage';
import { categoryTexts } from './config/category-texts.ts';
import type { GatewayConfig, ServerConfig } from './config/config-schema.ts';
import type { LateUsage } from './late-usage.ts';
import type { Log } from './logging/log.ts';
import { outlineOf } from './relay/gateway-outline.ts';
import { HeldCalls } from './relay/held-calls.ts';
import { LogLevels } from './relay/log-levels.ts';
import { relayExtras } from './relay/relay-extras.ts';
import { ResourceWatches } from './relay/resource-watches.ts';
import { UpstreamSource } from './relay/upstream-source.ts';
import { configMark, type OutlineStore } from './state/outline-file.ts';
import type { SharedState } from './state/shared-state.ts';
import { TrustedTools } from './trust/trusted-tools.ts';
import type { Upstream, UpstreamEvent } from './upstreams/upstream.ts';

export interface GatewayParts {
  readonly config: GatewayConfig;
  readonly version: string;
  readonly log: Log;
  readonly state: SharedState;
  readonly upstreamOf: (name: string, config: ServerConfig) => Upstream;
  /** What is kept of how many tools there are: with it, a start need not look at them. */
  readonly outlines?: OutlineStore | undefined;
  /** Where use is noted and learned from; nothing is where it is absent. */
  readonly usage?: LateUsage | undefined;
  /** What the server is given besides: an index on disk, middleware. */
  readonly server?: Partial<McpServerOptions>;
  /** Closes what was opened for it, once nothing uses it any more. */
  readonly close?: () => Promise<void>;
}

interface Member {
  readonly config: ServerConfig;
  readonly upstream: Upstream;
  readonly source: UpstreamSource;
  readonly trusted: TrustedTools;
  readonly unsubscribe: () => void;
}

/** How many servers are asked for their tools at once. */
const ASKED_AT_ONCE = 4;
/** How often a gateway that is used looks whether what it knows is old. */
const FRESHENED_EVERY_MS = 60_000;
/** How long after the start the tools that are known are compared with what was approved of them. */
const JUDGED_AFTER_MS = 1_000;
/** How long a start waits for the first question before it makes the tools that it may be about. */
const SETTLED_AFTER_MS = 150;

/** Many servers behind one: their tools in one catalog, their prompts and resources beside it. */
export class Gateway implements AsyncDisposable {
  readonly server: FoldoutServer;
  readonly #parts: GatewayParts;
  readonly #members = new Map<string, Member>();
  readonly #held = new HeldCalls();
  readonly #levels: LogLevels;
  readonly #watches: ResourceWatches;
  readonly #ends: (() => void)[] = [];
  #sorted: readonly Upstream[] = [];
  #applying: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    const { config } = parts;
    const upstreams = (): readonly Upstream[] => this.upstreams;
    this.#levels = new LogLevels(upstreams);
    this.#watches = new ResourceWatches(upstreams);
    this.server = createMcpServer({
      name: 'foldout',
      version: parts.version,
      commands: [],
      ...serverOptionsOf(config),
      // Upstreams hold deadlines of their own, which progress prolongs.
      callTimeoutMs: Number.POSITIVE_INFINITY,
      log: (line) => parts.log.info(line.replace(/^foldout: /, '')),
      sessions: parts.state.sessions,
      capabilities: {
        logging: {},
        completions: {},
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
      },
      watch: this.#watches,
      extend: (mcp, unit) => relayExtras(mcp, unit, upstreams, this.#levels),
      ...parts.server,
      ...(parts.usage && {
        learning: parts.usage.learning,
        search: { ...parts.server?.search, prior: parts.usage.prior },
      }),
    });
    parts.usage?.watch(this.server, (name) => this.#warm(name));
    this.server.on('problem', (error) => parts.log.warn(error.message));
    this.server.on('session:end', (id) => {
      for (const upstream of this.#sorted) void upstream.endSession(id);
    });
    this.#addAll(config);
    const unsubscribe = parts.state.subscribe(({ kind, key }) => {
      if (kind === 'approvals') {
        for (const [name, { trusted }] of this.#members) if (key === name || key === '*') void trusted.reload();
      }
      if (kind === 'session-ended') this.server.forgetSession(key);
    });
    this.#ends.push(unsubscribe);
  }

  /** In the order of their names. */
  get upstreams(): readonly Upstream[] {
    this.server.engine.catalog.settle();
    return this.#sorted;
  }

  /** What is known of use; undefined while it is not open, and where none is kept. */
  get usage(): Usage | undefined {
    return this.#parts.usage?.usage;
  }

  /** How the caches of definitions do; undefined while usage is not open. */
  get cacheStats(): CacheStats | undefined {
    return this.#parts.usage?.caches?.getStats();
  }

  upstream(name: string): Upstream | undefined {
    this.server.engine.catalog.settle();
    return this.#members.get(name)?.upstream;
  }

  /** What was found out about the tools of a server: which are new, which have changed. */
  trustOf(server: string): TrustedTools | undefined {
    this.server.engine.catalog.settle();
    return this.#members.get(server)?.trusted;
  }

  /** Takes over a new configuration: servers come and go, and those that stayed the same notice nothing. */
  apply(config: GatewayConfig): Promise<void> {
    // One after the other: a server that is slow to end must not let an older configuration have the last word.
    const applied = this.#applying.then(() => this.#takeOver(config));
    this.#applying = applied.catch(() => {});
    return applied;
  }

  /** Asks servers that were never reached for their tools, a few at a time. Returns when all have been tried. */
  async learnUnknown(): Promise<void> {
    // Where the outline is known, every server was reached before.
    if (this.server.engine.catalog.outline) return;
    const unknown = this.#sorted.filter(({ manifest }) => manifest === undefined);
    await this.#ask(unknown, (upstream) => upstream.refresh());
  }

  /** Asks again where what is known is old, and from now on whenever it becomes old while the gateway is used. */
  async keepFresh(): Promise<void> {
    const { engine } = this.server;
    let used = false;
    const note = (): void => {
      used = true;
    };
    const timer = setInterval(() => {
      if (used) void this.#ask(this.#sorted, (upstream) => upstream.refreshIfStale());
      used = false;
    }, FRESHENED_EVERY_MS);
    timer.unref();
    this.#ends.push(engine.onCall(note), engine.onSearch(note), () => clearInterval(timer));
    await this.#ask(this.upstreams, (upstream) => upstream.refreshIfStale());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const end of this.#ends) end();
    this.#held.close();
    await this.server.stop();
    await this.#parts.usage?.close();
    await Promise.all([...this.#members.keys()].map((name) => this.#remove(name)));
    await this.#parts.close?.();
    await this.#parts.state.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** All servers of a configuration: at once, or, where their outline is known, when somebody asks for a tool. */
  #addAll(config: GatewayConfig): void {
    const { outlines } = this.#parts;
    const addEach = (): void => {
      for (const [name, server] of Object.entries(config.mcpServers)) this.#add(name, server);
      if (outlines) later(() => void this.#keepOutline(outlines));
    };
    const outline = outlines && outlineOf(config, outlines.load());
    const { catalog } = this.server.engine;
    if (outline) catalog.attachLater(outline, addEach);
    else addEach();
    // What comes after the list is a search: it should find the tools in place.
    later(() => catalog.settle(), SETTLED_AFTER_MS);
  }

  async #keepOutline(outlines: OutlineStore): Promise<void> {
    if (this.#closed) return;
    const counted = [...this.#members].map(([name, { config, source }]) => {
      return [name, [configMark(config), [...source.tools()].filter(({ enabled }) => enabled).length]] as const;
    });
    const now = Object.fromEntries(counted);
    if (JSON.stringify(now) !== JSON.stringify(outlines.load())) await outlines.save(now);
  }

  /** A few at a time: fifty servers that start at once would keep a machine from everything else. */
  async #ask(upstreams: readonly Upstream[], ask: (upstream: Upstream) => Promise<void>): Promise<void> {
    const waiting = [...upstreams];
    const next = async (): Promise<void> => {
      for (let upstream = waiting.pop(); upstream && !this.#closed; upstream = waiting.pop()) await ask(upstream);
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, next));
  }

  async #takeOver(config: GatewayConfig): Promise<void> {
    if (this.#closed) return;
    this.server.engine.catalog.settle();
    const wanted = new Map(Object.entries(config.mcpServers));
    const leaving = [...this.#members].filter(([name, { config: before }]) => !isSame(before, wanted.get(name)));
    await Promise.all(leaving.map(([name]) => this.#remove(name)));
    if (this.#closed) return;
    for (const [name, server] of wanted) if (!this.#members.has(name)) this.#add(name, server);
    void this.learnUnknown();
  }

  #add(name: string, config: ServerConfig): void {
    if (config.disabled) return;
    const { log, state } = this.#parts;
    const upstream = this.#parts.upstreamOf(name, config);
    const mode = config.trust ?? this.#parts.config.trust ?? 'flag';
    const trusted = new TrustedTools({
      server: name,
      mode,
      approvals: state.approvals,
      onChange: () => source.reread(),
      onWarning: log.warn,
    });
    const source = new UpstreamSource({
      upstream,
      config,
      relay: { held: this.#held, levels: this.#levels },
      withheld: (tool: Tool) => trusted.withheld(tool),
      onWarning: log.warn,
    });
    const unsubscribe = upstream.subscribe((event) => this.#heard(name, event));
    this.#members.set(name, { config, upstream, source, trusted, unsubscribe });
    this.server.engine.catalog.attach(source);
    // A pinned server is closed until it was looked at; the others can wait until the first questions are answered.
    if (mode === 'pinned') void trusted.judge([...source.tools()]);
    else later(() => void trusted.judge([...source.tools()]));
    this.#sort();
  }

  async #remove(name: string): Promise<void> {
    const member = this.#members.get(name);
    if (!member) return;
    this.#members.delete(name);
    this.#sort();
    member.unsubscribe();
    this.server.engine.catalog.detach(member.source);
    await member.upstream.close();
  }

  #heard(name: string, event: UpstreamEvent): void {
    const member = this.#members.get(name);
    if (!member) return;
    if (event.kind === 'resource-updated') this.server.notify.resourceUpdated(this.#watches.listed(name, event.uri));
    if (event.kind === 'status' && event.status.state === 'ready') {
      this.#levels.tell(member.upstream);
      this.#watches.renew(member.upstream);
    }
    if (event.kind === 'manifest') {
      member.source.reread();
      void member.trusted.judge([...member.source.tools()]);
      this.server.notify.promptsChanged();
      this.server.notify.resourcesChanged();
      const { outlines } = this.#parts;
      if (outlines) later(() => void this.#keepOutline(outlines));
    }
  }

  /** Starts the server that is likely needed next, so that its first call does not wait for it. */
  #warm(name: string): void {
    const upstream = this.upstream(name);
    if (upstream?.status.state === 'cold') upstream.warm();
  }

  #sort(): void {
    const upstreams = [...this.#members.values()].map(({ upstream }) => upstream);
    this.#sorted = upstreams.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** Off the path of a start, and of an answer; does not keep the process. */
function later(work: () => void, ms = JUDGED_AFTER_MS): void {
  setTimeout(work, ms).unref();
}

/** What a configuration says about the server as a whole. */
function serverOptionsOf(config: GatewayConfig) {
  const { toolStrategy = 'auto', dispatch, toolsets, tools } = config;
  return {
    toolStrategy: toolStrategy as NonNullable<McpServerOptions['toolStrategy']>,
    ...(dispatch && { dispatch }),
    ...(toolsets && { toolsets }),
    ...(tools && { tools }),
    categories: categoryTexts(config),
  };
}

function isSame(before: ServerConfig, after: ServerConfig | undefined): boolean {
  return after !== undefined && JSON.stringify(before) === JSON.stringify(after);
}
