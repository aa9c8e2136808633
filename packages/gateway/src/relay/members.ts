import type { ServerConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import type { SharedState } from '../state/shared-state.ts';
import type { TrustMode } from '../trust/judge.ts';
import { TrustedTools } from '../trust/trusted-tools.ts';
import type { Upstream, UpstreamEvent } from '../upstreams/upstream.ts';
import type { Relay } from './relay-call.ts';
import { UpstreamSource } from './upstream-source.ts';

export interface MemberOptions {
  readonly log: Log;
  readonly state: SharedState;
  readonly relay: Relay;
  /** Trust mode of servers that do not set one. */
  readonly trust: TrustMode;
  readonly upstreamOf: (name: string, config: ServerConfig) => Upstream;
  /** What a server is for, as far as the configuration says it. */
  readonly aboutOf?: (name: string, config: ServerConfig) => string | undefined;
  readonly onEvent: (member: Member, event: UpstreamEvent) => void;
}

/** A server of the configuration, whether or not it has ever run. */
export interface Member {
  readonly name: string;
  readonly config: ServerConfig;
  readonly upstream: Upstream;
  readonly source: UpstreamSource;
  readonly trusted: TrustedTools;
  readonly trust: TrustMode;
  readonly unsubscribe: () => void;
}

/** The servers of a gateway. Created from the configuration alone: no file is read and no server is started. */
export class Members {
  readonly #options: MemberOptions;
  readonly #members = new Map<string, Member>();
  #upstreams: readonly Upstream[] = [];

  constructor(options: MemberOptions) {
    this.#options = options;
  }

  /** Ordered by name. */
  get upstreams(): readonly Upstream[] {
    return this.#upstreams;
  }

  get(name: string): Member | undefined {
    return this.#members.get(name);
  }

  all(): readonly Member[] {
    return [...this.#members.values()];
  }

  add(name: string, config: ServerConfig): Member {
    const { log, state, relay, upstreamOf, onEvent } = this.#options;
    const upstream = upstreamOf(name, config);
    const trust = config.trust ?? this.#options.trust;
    const trusted = new TrustedTools({
      server: name,
      mode: trust,
      approvals: state.approvals,
      onChange: () => source.reread(),
      onWarning: log.warn,
    });
    const source = new UpstreamSource({
      upstream,
      config,
      relay,
      withheld: (tool) => trusted.withheld(tool),
      onWarning: log.warn,
      trust,
      about: this.#options.aboutOf?.(name, config),
    });
    const unsubscribe = upstream.subscribe((event) => {
      if (this.#members.get(name) === member) onEvent(member, event);
    });
    const member: Member = { name, config, upstream, source, trusted, trust, unsubscribe };
    this.#members.set(name, member);
    this.#sort();
    return member;
  }

  async remove({ name, unsubscribe, upstream }: Member): Promise<void> {
    this.#members.delete(name);
    this.#sort();
    unsubscribe();
    await upstream.close();
  }

  #sort(): void {
    const upstreams = this.all().map(({ upstream }) => upstream);
    this.#upstreams = upstreams.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
