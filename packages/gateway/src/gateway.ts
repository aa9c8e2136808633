import { Gate, presetTaxonomy } from '@foldout/core/internal';
import { createMcpServer, type FoldoutServer } from '@foldout/server';
import type { CacheStats, Usage } from '@foldout/usage';
import { CountsSaver } from './cache/counts-saver.ts';
import { countsToDeferWith } from './cache/deferred-fill.ts';
import { START_SCHEDULE, scheduleOnce } from './cache/start-schedule.ts';
import { type GatewayConfig, serverText } from './config/config-schema.ts';
import { fieldsThatNeedRestart, serverOptionsOf } from './config/server-options.ts';
import type { Functions } from './functions/open-functions.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { askInTurn } from './relay/ask-servers.ts';
import { ClaimLog } from './relay/claim-log.ts';
import { ClientAccess } from './relay/client-access.ts';
import { FailureLog } from './relay/failure-log.ts';
import { followState } from './relay/follow-state.ts';
import { mailedSessions } from './relay/mailed-sessions.ts';
import { type Member, Members } from './relay/members.ts';
import { openRelay } from './relay/open-relay.ts';
import { Profiles } from './relay/profiles.ts';
import { relayAdditions } from './relay/relay-additions.ts';
import { listedUri } from './relay/resources.ts';
import { SkillFolders } from './relay/skill-folders.ts';
import { STALE_CHECK_MS, whileUsed } from './relay/while-used.ts';
import type { TrustedTools } from './trust/trusted-tools.ts';
import type { Upstream, UpstreamEvent } from './upstreams/upstream.ts';

/** One MCP server for many upstreams: merges their tools into one catalog, and forwards their prompts and resources. */
export class Gateway implements AsyncDisposable {
  readonly server: FoldoutServer;
  readonly profiles: Profiles;
  readonly clientAccess = new ClientAccess((server) => this.#members.get(server)?.config.clients);
  readonly #parts: GatewayParts;
  readonly #members: Members;
  readonly #relay: ReturnType<typeof openRelay>;
  readonly asks: GatewayParts['state']['asks'];
  /** Sign-ins of people, and what they have let clients do. */
  readonly tickets: GatewayParts['state']['tickets'];
  /** The audit log of gateways with a database. */
  readonly auditTable: GatewayParts['state']['auditTable'];
  /** Saved functions and the store of scripts; undefined where no scripts run. */
  readonly functions: Functions | undefined;
  readonly #claims: ClaimLog;
  readonly #gate: Gate;
  #failures: FailureLog | undefined;
  readonly #ends: (() => void)[] = [];
  #applying: Promise<void> = Promise.resolve();
  readonly #counts: CountsSaver;
  #filled = false;
  #closed = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    const { config, log, state, upstreamOf, gate = new Gate({ policy: config.policy }) } = parts;
    this.#gate = gate;
    ({ asks: this.asks, tickets: this.tickets, auditTable: this.auditTable } = state);
    this.functions = parts.functions;
    this.#claims = new ClaimLog(log);
    const filledUpstreams = (): readonly Upstream[] => {
      this.fill();
      return this.#members.approved;
    };
    this.#relay = openRelay(state, config, log);
    this.profiles = new Profiles(config, () => this.server.engine.catalog);
    this.#members = new Members({
      log,
      state,
      gate,
      upstreamOf,
      aboutOf: (name, server) => serverText(config, name, server),
      relay: this.#relay,
      onEvent: (member, event) => this.#onUpstreamEvent(member, event),
      onTrustChanged: () => this.#notifyOtherLists(),
    });
    this.server = createMcpServer({
      name: 'foldout',
      version: parts.version,
      commands: [],
      ...serverOptionsOf(config),
      // No deadline here: each upstream has its own, which progress notifications extend.
      callTimeoutMs: Number.POSITIVE_INFINITY,
      log: (line, level) => log[level](line.replace(/^foldout: /, '')),
      sessions: mailedSessions(state),
      ...relayAdditions(filledUpstreams, gate, this.#relay),
      beforeTools: () => this.fill(),
      ...parts.server,
      ...(parts.usage && {
        learning: parts.usage.learning,
        search: { ...parts.server?.search, prior: parts.usage.prior },
      }),
    });
    parts.usage?.watch(this.server, {
      onOpen: () => this.fill(),
      // Starts the server that is likely needed next, so that its first call does not wait for it.
      onLikelyServer: (name) => this.#members.warmIfCold(name),
    });
    this.server.on('problem', (error) => log.warn(error.message));
    this.server.on('session:end', (id) => {
      for (const upstream of this.upstreams) void upstream.endSession(id);
    });
    this.#counts = new CountsSaver(parts.cache, () => this.#members.counted);
    this.#members.addMissing(config);
    if (config.skillFolders) this.server.engine.shelf.attach(new SkillFolders(config.skillFolders, log));
    this.#fillOrDefer();
    const onCredentials = () => this.#ask(this.#unknown(), ({ upstream }) => upstream.refresh());
    this.#ends.push(followState(state, this.server, this.#members, onCredentials));
  }

  /** Every server of the configuration, ordered by name. */
  get upstreams(): readonly Upstream[] {
    return this.#members.upstreams;
  }

  /** Undefined until usage tracking is open, and where it is off. */
  get usage(): Usage | undefined {
    return this.#parts.usage?.usage;
  }

  /** Hit rates of the definition caches; undefined until usage tracking is open. */
  get cacheStats(): CacheStats | undefined {
    return this.#parts.usage?.caches?.getStats();
  }

  /** Overlays that have no effect, or whose tool has changed since they were written. */
  get overlayProblems(): readonly string[] {
    return this.#members.overlayProblems;
  }

  upstream(name: string): Upstream | undefined {
    return this.#members.get(name)?.upstream;
  }

  /** A principal sends a request: servers with an account for each person can be read with theirs. */
  meet(caller: { readonly principal: string; readonly token: string | undefined }): Promise<unknown> | undefined {
    return this.#members.meet(caller);
  }

  /** Which tools of a server are new or have changed since they were approved. */
  trustOf(server: string): TrustedTools | undefined {
    return this.#members.get(server)?.trusted;
  }

  /** Compares what a server offers with its approvals, and returns the result. */
  async compareWithApprovals(server: string): Promise<TrustedTools | undefined> {
    const member = this.#members.get(server);
    await (member && this.#members.judge(member));
    return member?.trusted;
  }

  /** Logs servers that fail from now on, at level `warn`. Not for commands, which print the failures themselves. */
  logFailures(): void {
    this.#failures ??= new FailureLog(this.#parts.log);
  }

  /** Reads the cached manifests of all servers and attaches their tools to the catalog. Later calls do nothing. */
  fill(): void {
    if (this.#filled || this.#closed) return;
    this.#filled = true;
    // No change event: the tool list that a connected client already has was built from the counts of the same tools.
    for (const member of this.#members.all()) this.#attach(member, { notify: false });
    this.functions?.attach(this.server.engine);
    this.server.refreshPins();
    this.#counts.saveLater();
  }

  /** Applies a new configuration: adds and removes servers. A server whose configuration is unchanged keeps running. */
  apply(config: GatewayConfig): Promise<void> {
    this.#gate.setPolicy(config.policy);
    // One after the other: an older configuration must not win because one of its servers is slow to close.
    const applied = this.#applying.then(() => this.#applyNow(config));
    this.#applying = applied.catch(() => {});
    return applied;
  }

  /**
   * Asks servers without a manifest for their tools, a few at a time. Returns when all have been tried. `after`: what to
   * wait for before the first server is started. The servers count as starting from now on.
   */
  async learnUnknown(after: Promise<unknown> = Promise.resolve()): Promise<void> {
    const unknown = this.#unknown();
    const asked = this.#ask(unknown, ({ upstream }) => upstream.refresh(), after);
    await Promise.all(unknown.map(({ source }, position) => source.load(asked[position] as Promise<void>)));
  }

  /** Resolves when the tools of pinned servers are compared with their approvals. Until then, they are withheld. */
  async judged(): Promise<void> {
    const pinned = this.#members.all().filter(({ trusted }) => trusted.mode !== 'flag');
    await Promise.all(pinned.map(({ trusted }) => trusted.reload()));
  }

  /** Refreshes manifests that are too old, now and while the gateway is in use. */
  async keepFresh(): Promise<void> {
    const refresh = () => this.#ask(this.upstreams, (upstream) => upstream.refreshIfStale());
    this.#ends.push(whileUsed(this.server.engine, STALE_CHECK_MS, refresh));
    this.fill();
    await Promise.all(refresh());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const end of this.#ends) end();
    await this.#counts.close();
    this.#relay.close();
    await this.server.stop();
    await this.#parts.usage?.close();
    await Promise.all(this.#members.all().map((member) => this.#remove(member)));
    await this.#parts.close?.();
    await this.#parts.state.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #fillOrDefer(): void {
    const { cache, config, deferFill } = this.#parts;
    const counts = cache && deferFill ? countsToDeferWith(cache, config) : undefined;
    if (!counts) {
      this.fill();
      return;
    }
    presetTaxonomy(this.server.engine.catalog, counts);
    this.#ends.push(scheduleOnce(START_SCHEDULE.fillCatalog, () => this.fill()));
  }

  #attach(member: Member, options?: { readonly notify: boolean }): void {
    const { upstream, source, shelf, trusted } = member;
    upstream.restore();
    source.reread();
    shelf.reread();
    this.server.engine.catalog.attach(source, options);
    this.server.engine.shelf.attach(shelf);
    const judge = (): void => {
      if (!this.#closed) this.#judge(member);
    };
    // Except in mode `flag`, tools are withheld until they are compared with their approvals, so compare them at once.
    if (trusted.mode !== 'flag') judge();
    else scheduleOnce(START_SCHEDULE.judgeTools, judge);
  }

  async #remove(member: Member): Promise<void> {
    this.server.engine.catalog.detach(member.source);
    this.server.engine.shelf.detach(member.shelf);
    this.#failures?.forget(member.name);
    await this.#members.remove(member);
  }

  /** Servers without a manifest. None before `fill`, which is deferred only if the tools of every server are cached. */
  #unknown(): readonly Member[] {
    return this.#filled ? this.#members.all().filter(({ upstream }) => !upstream.manifest) : [];
  }

  /** Asks servers for their tools, unless the gateway is closed by then. */
  #ask<T>(
    servers: readonly T[],
    ask: (server: T) => Promise<void>,
    after?: Promise<unknown>,
  ): readonly Promise<void>[] {
    return askInTurn(servers, async (server) => (this.#closed ? undefined : ask(server)), after);
  }

  async #applyNow(config: GatewayConfig): Promise<void> {
    if (this.#closed) return;
    const fixed = fieldsThatNeedRestart(this.#parts.config, config);
    if (fixed.length > 0) this.#parts.log.warn(`the new value of ${fixed.join(', ')} takes effect after a restart`);
    this.fill();
    const leaving = this.#members.all().filter((member) => !this.#members.isCurrent(member, config));
    await Promise.all(leaving.map((member) => this.#remove(member)));
    if (this.#closed) return;
    await this.#members.setOverlays(config);
    for (const member of this.#members.addMissing(config)) this.#attach(member);
    void this.learnUnknown();
  }

  #judge(member: Member): void {
    void this.#members.judge(member);
    void this.#claims.warn(member.name, [...member.source.tools()], this.server.engine.catalog);
  }

  async #onUpstreamEvent(member: Member, event: UpstreamEvent): Promise<void> {
    const { upstream, source } = member;
    if (event.kind === 'status') this.#failures?.report(upstream.name, event.status);
    if (event.kind === 'resource-updated') {
      this.server.notify.resourceUpdated(listedUri(this.upstreams, upstream, event.uri));
    }
    if (event.kind === 'manifest') {
      await source.rereadInSlices();
      if (this.#closed) return;
      member.shelf.reread();
      this.#judge(member);
      this.#notifyOtherLists();
      this.#counts.saveLater();
    }
  }

  #notifyOtherLists(): void {
    this.server.notify.promptsChanged();
    this.server.notify.resourcesChanged();
  }
}
