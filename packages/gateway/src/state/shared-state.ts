/** A definition of a tool that somebody, or the first sight of it, approved. */
export interface Approval {
  readonly server: string;
  readonly tool: string;
  /** The fingerprint of what was approved. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `first-seen`, or the name of who approved it. */
  readonly by: string;
}

export interface Approvals {
  /** Of one server, by tool. */
  of(server: string): Promise<ReadonlyMap<string, Approval>>;
  /** Adds or replaces. */
  approve(approvals: readonly Approval[]): Promise<void>;
  /** Only where none is there yet: two gateways that see a tool first at the same time agree. */
  approveFirstSeen(approvals: readonly Approval[]): Promise<void>;
}

/** OAuth tokens and registrations of upstreams. */
export interface Credentials {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** What it takes to go on with a legacy session that another replica opened. */
export interface SessionRecord {
  readonly id: string;
  /** The params of the `initialize` request that opened it. */
  readonly opening: unknown;
  /** Whose session it is; nobody else may use it. */
  readonly principal?: string | undefined;
}

export interface Sessions {
  load(id: string): Promise<SessionRecord | undefined>;
  save(session: SessionRecord): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface StateChange {
  readonly kind: 'approvals' | 'credentials' | 'session-ended';
  /** The server, the key or the session; `*` where some changes were missed and any may have changed. */
  readonly key: string;
}

export const SESSION_IDLE_MS = 3_600_000;

/** What gateways that stand for one another have in common. One machine keeps it in files, many in PostgreSQL. */
export interface SharedState extends AsyncDisposable {
  readonly approvals: Approvals;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  /** Told of what another gateway changed. Returns a function that ends the subscription. */
  subscribe(listener: (change: StateChange) => void): () => void;
  close(): Promise<void>;
}
