/** What it takes to go on with a legacy session elsewhere. */
export interface StoredSession {
  readonly id: string;
  /** The params of the `initialize` request that opened it. */
  readonly opening: unknown;
  /** Whose session it is, where requests have owners. */
  readonly principal?: string | undefined;
}

/** Where legacy sessions are kept, so that another replica can answer a client that this one greeted. */
export interface SessionStore {
  load(id: string): Promise<StoredSession | undefined>;
  save(session: StoredSession): Promise<void>;
  remove(id: string): Promise<void>;
}
