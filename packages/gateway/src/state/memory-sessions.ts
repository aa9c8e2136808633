import { FairCache } from '@foldout/core/internal';
import { type EnabledTools, SESSION_IDLE_MS, type SessionRecord, type Sessions } from './shared-state.ts';

const MAX_SESSIONS = 10_000;

/** Sessions of one process, in memory. After a restart, a client opens a new session. */
export class MemorySessions implements Sessions {
  readonly #sessions: FairCache<SessionRecord & { enabled: readonly string[] }>;

  constructor(now?: () => number) {
    this.#sessions = new FairCache({
      max: MAX_SESSIONS,
      idleMs: SESSION_IDLE_MS,
      ownerOf: ({ principal }) => principal,
      now,
    });
  }

  async load(id: string): Promise<SessionRecord | undefined> {
    const session = this.#sessions.get(id);
    if (!session) return undefined;
    const { enabled: _, ...record } = session;
    return record;
  }

  async save(session: SessionRecord): Promise<void> {
    this.#sessions.set(session.id, { ...session, enabled: this.#sessions.peek(session.id)?.enabled ?? [] });
  }

  async remove(id: string): Promise<void> {
    this.#sessions.delete(id);
  }

  readonly enabledTools: EnabledTools = {
    load: async (id) => this.#sessions.get(id)?.enabled,
    add: async (id, tools, max) => {
      const session = this.#sessions.get(id);
      if (!session) return undefined;
      session.enabled = [...new Set([...tools, ...session.enabled])].slice(0, max);
      return session.enabled;
    },
  };
}
