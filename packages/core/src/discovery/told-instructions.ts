import { LRUCache } from 'lru-cache';

const MAX_SESSIONS = 10_000;

/** Which instructions of servers each session has been told, so that they are told once. */
export class ToldInstructions {
  readonly #hashes = new LRUCache<string, Set<string>>({ max: MAX_SESSIONS });

  /** Undefined without a session: then the caller says in `known` what it has. */
  of(sessionId: string | undefined): Set<string> | undefined {
    if (sessionId === undefined) return undefined;
    const told = this.#hashes.get(sessionId) ?? new Set();
    this.#hashes.set(sessionId, told);
    return told;
  }
}
