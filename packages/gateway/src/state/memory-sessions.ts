import { LRUCache } from 'lru-cache';
import { SESSION_IDLE_MS, type SessionRecord, type Sessions } from './shared-state.ts';

const MOST_SESSIONS = 10_000;

/** Sessions of one process. They end with it: a client of one machine opens another then. */
export class MemorySessions implements Sessions {
  readonly #sessions: LRUCache<string, SessionRecord>;

  constructor(now: () => number = () => performance.now()) {
    this.#sessions = new LRUCache({
      max: MOST_SESSIONS,
      ttl: SESSION_IDLE_MS,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: { now },
    });
  }

  async load(id: string): Promise<SessionRecord | undefined> {
    return this.#sessions.get(id);
  }

  async save(session: SessionRecord): Promise<void> {
    this.#sessions.set(session.id, session);
  }

  async remove(id: string): Promise<void> {
    this.#sessions.delete(id);
  }
}
