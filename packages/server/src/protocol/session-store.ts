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
  /** Between the replicas that have a session open. Absent: a message that reaches the wrong replica has no effect. */
  readonly mail?: SessionMail;
}

/** Passes messages of clients on to other replicas, which give them to `deliver` of their server. */
export interface SessionMail {
  /** Resolves when no replica can miss the message, also one that reads it later. */
  send(session: string, mail: ClientMail): Promise<void>;
  /** The messages with a topic, in the order in which they were sent: the last of each topic. */
  lasting(session: string): Promise<readonly ClientMail[]>;
}

/** A JSON-RPC message of a client that concerns another replica too. */
export interface ClientMail {
  readonly message: unknown;
  /** Set for what lasts as long as the session (a log level, a subscription): a replica that opens it later reads it too. */
  readonly topic?: string | undefined;
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
