import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Gate, shortInstructions, upstreamTool } from '@foldout/core/internal';
import { offeredIn } from '../cache/offered.ts';
import { type GatewayConfig, SERVER_CONFIG_DEFAULTS, type ServerConfig } from '../config/config-schema.ts';
import { overlaysOf, type ServerOverlays } from '../config/overlays.ts';
import type { Log } from '../logging/log.ts';
import type { SharedState } from '../state/shared-state.ts';
import type { TrustMode } from '../trust/judge.ts';
import { TrustedTools } from '../trust/trusted-tools.ts';
import type { Upstream, UpstreamEvent } from '../upstreams/upstream.ts';
import { ApprovedUpstream } from './approved-upstream.ts';
import type { Relay } from './relay-call.ts';
import { RequestGate } from './request-gate.ts';
import { listedUri } from './resources.ts';
import { ShelfSource } from './shelf-source.ts';
import { UpstreamSource } from './upstream-source.ts';

export interface MemberOptions {
  readonly log: Log;
  readonly state: SharedState;
  readonly relay: Relay;
  readonly gate: Gate;
  readonly upstreamOf: (name: string, config: ServerConfig) => Upstream;
  /** What a server is for, as far as the configuration says it. */
  readonly aboutOf?: (name: string, config: ServerConfig) => string | undefined;
  readonly onEvent: (member: Member, event: UpstreamEvent) => void | Promise<void>;
  /** Called when other definitions of a member are withheld than before. */
  readonly onTrustChanged: () => void;
}

/** A server of the configuration, whether or not it has ever run. */
export interface Member {
  readonly name: string;
  readonly config: ServerConfig;
  readonly upstream: Upstream;
  /** The same without what waits for approval: for what clients list and read besides tools. */
  readonly approved: Upstream;
  readonly source: UpstreamSource;
  /** Its prompts, resources and skills, for clients that list only tools. */
  readonly shelf: ShelfSource;
  readonly trusted: TrustedTools;
  readonly unsubscribe: () => void;
}

/** How long a request waits for lists that only the account of its principal can read. */
const MEET_MS = 3_000;

/** The servers of a gateway. Created from the configuration alone: no file is read and no server is started. */
export class Members {
  readonly #options: MemberOptions;
  readonly #members = new Map<string, Member>();
  #sorted: readonly Member[] = [];

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  /** Ordered by name. */
  get upstreams(): readonly Upstream[] {
    return this.#sorted.map(({ upstream }) => upstream);
  }

  /** The same without what waits for approval. */
  get approved(): readonly Upstream[] {
    return this.#sorted.map(({ approved }) => approved);
  }

  /** Whether a member is as the configuration wants it. */
  isCurrent({ name, config, trusted }: Member, { mcpServers, trust }: GatewayConfig): boolean {
    return isDeepStrictEqual(config, mcpServers[name]) && trusted.mode === modeOf(config, trust);
  }

  /** The number of usable tools of each. Not with overlays: they can hide and move tools, and change without the server. */
  get counted() {
    return this.all().flatMap(({ name, config, source }) => {
      if (source.hasOverlays) return [];
      const tools = [...source.tools()].filter(({ enabled, app }) => enabled && app !== 'page-only').length;
      const text = source.instructions();
      return [{ name, config, tools, ...(text && { said: shortInstructions(text) }) }];
    });
  }

  /** See `Gateway.meet`. Undefined: there is nothing to wait for. */
  meet(caller: { readonly principal: string; readonly token: string | undefined }): Promise<unknown> | undefined {
    const reading = this.upstreams.flatMap((upstream) => upstream.meet?.(caller) ?? []);
    return reading.length > 0
      ? Promise.race([Promise.all(reading), wait(MEET_MS, undefined, { ref: false })])
      : undefined;
  }

  warmIfCold(name: string): void {
    const upstream = this.get(name)?.upstream;
    if (upstream?.status.state === 'cold') upstream.warm();
  }

  get(name: string): Member | undefined {
    return this.#members.get(name);
  }

  all(): readonly Member[] {
    return [...this.#members.values()];
  }

  /** Adds the servers of a configuration that are no members yet. One that cannot be added keeps no other out. */
  addMissing(gateway: GatewayConfig): readonly Member[] {
    const { mcpServers, trust } = gateway;
    return Object.entries(mcpServers).flatMap(([name, server]) => {
      if (server.disabled || this.#members.has(name)) return [];
      try {
        return [this.#add(name, server, modeOf(server, trust), overlaysOf(gateway, name))];
      } catch (error) {
        this.#options.log.warn(`server "${name}" could not be added: ${String(error)}`);
        return [];
      }
    });
  }

  #add(name: string, config: ServerConfig, mode: TrustMode, overlays: ServerOverlays | undefined): Member {
    const { log, state, relay, gate, upstreamOf, onEvent } = this.#options;
    const upstream = upstreamOf(name, config);
    const trusted = new TrustedTools({
      server: name,
      mode,
      approvals: state.approvals,
      onChange: async () => {
        await source.rereadInSlices();
        shelf.reread();
        this.#options.onTrustChanged();
      },
      onWarning: log.warn,
    });
    const approved = new ApprovedUpstream(upstream, trusted, relay.masker);
    const shelf = new ShelfSource(approved, new RequestGate(gate, 'legacy'));
    const source = new UpstreamSource({
      upstream,
      calls: approved,
      config,
      overlays,
      relay,
      withheld: (tool, sent) => trusted.withheld(tool, sent),
      onWarning: log.warn,
      instructions: () => approved.manifest?.instructions,
      pageUri: (own) => listedUri(this.approved, approved, own),
      about: this.#options.aboutOf?.(name, config),
    });
    const unsubscribe = upstream.subscribe((event) =>
      this.#members.get(name) === member ? onEvent(member, event) : undefined,
    );
    const member: Member = { name, config, upstream, approved, source, shelf, trusted, unsubscribe };
    this.#members.set(name, member);
    this.#sort();
    return member;
  }

  /** Compares what a member offers now with its approvals. */
  judge({ upstream, source, trusted }: Member): Promise<void> {
    // An approval is for what the server says, not for what an overlay makes of it.
    const tools = [...source.tools()].map(upstreamTool);
    return trusted.judge(tools, upstream.manifest && offeredIn(upstream.manifest));
  }

  get overlayProblems(): readonly string[] {
    return this.all().flatMap(({ source }) => source.overlayProblems);
  }

  /** Applies the overlays of a configuration to all members. */
  async setOverlays(gateway: GatewayConfig): Promise<void> {
    await Promise.all(this.all().map(({ name, source }) => source.setOverlays(overlaysOf(gateway, name))));
  }

  async remove({ name, unsubscribe, upstream, trusted }: Member): Promise<void> {
    this.#members.delete(name);
    trusted.close();
    this.#sort();
    unsubscribe();
    await upstream.close();
  }

  #sort(): void {
    this.#sorted = [...this.all()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function modeOf(server: ServerConfig, all: TrustMode | undefined): TrustMode {
  return server.trust ?? all ?? SERVER_CONFIG_DEFAULTS.trust;
}
