import type { Asks } from './asks.ts';
import type { AuditTable } from './audit-table.ts';
import type { Documents } from './documents.ts';
import type { Mail } from './mail.ts';
import type { QuotaCounts } from './quota-counts.ts';
import type { ScriptJournals } from './script-journals.ts';
import type { Tickets } from './tickets.ts';

/** An approved definition. */
export interface Approval {
  readonly server: string;
  /** The name of a tool, or the kind and name of another definition. */
  readonly tool: string;
  /** Fingerprint of the approved definition. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `first-seen`, or the name of the operator. */
  readonly by: string;
}

export interface Approvals {
  /** The approvals of one server, by tool. */
  of(server: string): Promise<ReadonlyMap<string, Approval>>;
  /** Stores the approvals. Replaces the existing approval of a tool. */
  approve(approvals: readonly Approval[]): Promise<void>;
  /** Adds approvals for tools that have none: the first writer wins. */
  approveFirstSeen(approvals: readonly Approval[]): Promise<void>;
  /** Keeps definitions by the hash of their approval, to show later what has changed. */
  keepTexts(server: string, texts: ReadonlyMap<string, string>): Promise<void>;
  /** The definition with that hash; undefined if it was not kept. */
  textOf(server: string, hash: string): Promise<string | undefined>;
}

/** OAuth tokens and registrations of upstreams. */
export interface Credentials {
  load(key: string): Promise<string | undefined>;
  save(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Encrypts every value again whose key is no longer the current one. Returns how many there were. */
  reseal(): Promise<number>;
}

/** The data that another replica needs to continue a legacy session. */
export interface SessionRecord {
  readonly id: string;
  /** The params of the `initialize` request that opened the session. */
  readonly opening: unknown;
  /** The owner. No other principal may use the session. */
  readonly principal?: string | undefined;
}

export interface Sessions {
  load(id: string): Promise<SessionRecord | undefined>;
  save(session: SessionRecord): Promise<void>;
  remove(id: string): Promise<void>;
  readonly enabledTools: EnabledTools;
}

/** The tools that searches have added to the lists of sessions. */
export interface EnabledTools {
  /** Tool ids, the most recently used first. Undefined for an unknown session. */
  load(session: string): Promise<readonly string[] | undefined>;
  /** Puts these ids first and keeps at most `max`, atomically. Returns all of them; undefined for an unknown session. */
  add(session: string, tools: readonly string[], max: number): Promise<readonly string[] | undefined>;
}

export interface StateChange {
  readonly kind: 'approvals' | 'credentials' | 'session-ended' | 'documents' | 'mail';
  /** The server name, credential key, session id, kind of documents or id of a letter. `*`: notifications were lost, so every key may have changed. */
  readonly key: string;
}

export const SESSION_IDLE_MS = 3_600_000;

/** State that replicas of a gateway share: in files on one machine, in PostgreSQL on several. */
export interface SharedState extends AsyncDisposable {
  readonly approvals: Approvals;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly asks: Asks;
  readonly documents: Documents;
  readonly scripts: ScriptJournals;
  readonly quotas: QuotaCounts;
  readonly tickets: Tickets;
  /** Between replicas. Absent: every session belongs to one process. */
  readonly mail?: Mail | undefined;
  /** Absent: the audit log is in files. */
  readonly auditTable?: AuditTable | undefined;
  /** Whether credentials are encrypted. False: in a database whose gateways have no key in common. */
  readonly encrypts: boolean;
  /** Emits the changes of other gateways. Returns a function that ends the subscription. */
  subscribe(listener: (change: StateChange) => void): () => void;
  close(): Promise<void>;
}
