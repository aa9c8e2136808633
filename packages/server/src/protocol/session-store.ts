/** What another replica needs to continue a legacy session. */
export interface StoredSession {
  readonly id: string;
  /** The params of the `initialize` request that opened it. */
  readonly opening: unknown;
  /** The owner's name, if requests have owners. */
  readonly principal?: string | undefined;
}

/** A store of legacy sessions that all replicas share. */
export interface SessionStore {
  load(id: string): Promise<StoredSession | undefined>;
  save(session: StoredSession): Promise<void>;
  remove(id: string): Promise<void>;
  /** The tools that searches of `dynamic` have added to the lists of sessions. Absent: each replica has its own. */
  readonly enabledTools?: EnabledToolStore;
}

/** Tool ids by session. An ended session has none. */
export interface EnabledToolStore {
  /** The most recently used first. Undefined for an unknown session. */
  load(session: string): Promise<readonly string[] | undefined>;
  /**
   * Puts these tools first and keeps at most `max`. Returns all of the session's tools; undefined for an unknown session.
   * Atomic: two replicas may add tools to one session at the same time.
   */
  add(session: string, tools: readonly string[], max: number): Promise<readonly string[] | undefined>;
}
