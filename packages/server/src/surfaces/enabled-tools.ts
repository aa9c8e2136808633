import { LRUCache } from 'lru-cache';

/** The enabled tools of one session, in a store that all replicas of a server share. Never rejects. */
export interface SharedTools {
  /** Ids, the most recently used first. Undefined: the store is unavailable or does not know the session. */
  load(): Promise<readonly string[] | undefined>;
  /** Puts these ids first, keeps at most `max`, and returns all of them. */
  add(ids: readonly string[], max: number): Promise<readonly string[] | undefined>;
}

const ENABLED_LIMITS = { perSession: 60, sessions: 1_000 } as const;

interface Session {
  readonly on: LRUCache<string, true>;
  /** Ids that were used after the last write to the shared store. */
  readonly used: Set<string>;
}

/** The tools that searches have added to the lists of sessions. The least recently used tools leave first. */
export class EnabledTools {
  readonly #sessions = new LRUCache<string, Session>({ max: ENABLED_LIMITS.sessions });
  readonly #shared = new Map<string, SharedTools>();

  /** From now on, the enabled tools of this session are those of the store. */
  share(session: string, tools: SharedTools): void {
    this.#shared.set(session, tools);
  }

  forget(session: string): void {
    this.#sessions.delete(session);
    this.#shared.delete(session);
  }

  has(session: string, id: string): boolean {
    return this.#sessions.get(session)?.on.has(id) === true;
  }

  /** Whether any session has enabled the tool. */
  hasAnywhere(id: string): boolean {
    for (const { on } of this.#sessions.values()) if (on.has(id)) return true;
    return false;
  }

  /** A tool that is called leaves last. */
  use(session: string, id: string): void {
    const known = this.#sessions.get(session);
    if (known?.on.get(id)) known.used.add(id);
  }

  /** Reads what other replicas have added. */
  async refresh(session: string): Promise<void> {
    const ids = await this.#shared.get(session)?.load();
    if (ids) this.#replace(session, ids);
  }

  /** Enables tools, the best first: of these, the best leaves last. */
  async add(session: string, ids: readonly string[]): Promise<void> {
    const known = this.#sessionOf(session);
    for (const id of ids.toReversed()) known.on.set(id, true);
    const used = [...known.used].filter((id) => !ids.includes(id) && known.on.has(id));
    const all = await this.#shared.get(session)?.add([...ids, ...used], ENABLED_LIMITS.perSession);
    known.used.clear();
    if (all) this.#replace(session, all);
  }

  #replace(session: string, ids: readonly string[]): void {
    const { on } = this.#sessionOf(session);
    on.clear();
    for (const id of ids.toReversed()) on.set(id, true);
  }

  #sessionOf(session: string): Session {
    let known = this.#sessions.get(session);
    if (!known) {
      known = { on: new LRUCache({ max: ENABLED_LIMITS.perSession }), used: new Set() };
      this.#sessions.set(session, known);
    }
    return known;
  }
}
