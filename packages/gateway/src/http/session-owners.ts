import { LRUCache } from 'lru-cache';

const LIMITS = { max: 10_000, idleMs: 60 * 60_000 } as const;

/** Where several gateways stand for one another, whose a session is has to be known to all. */
export interface SessionOwner {
  /** The name of the principal whose session it is. */
  load(id: string): Promise<string | undefined>;
  save(id: string, principal: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A session of a legacy client belongs to the principal that opened it. */
export class SessionOwners {
  readonly #owners = new LRUCache<string, string>({ max: LIMITS.max, ttl: LIMITS.idleMs, updateAgeOnGet: true });
  readonly #shared: SessionOwner | undefined;

  constructor(shared?: SessionOwner) {
    this.#shared = shared;
  }

  /** A session that nobody is known to own is nobody's. */
  async owns(principal: string, id: string): Promise<boolean> {
    const known = this.#owners.get(id);
    if (known !== undefined) return known === principal;
    const owner = await this.#shared?.load(id);
    if (owner === undefined) return false;
    this.#owners.set(id, owner);
    return owner === principal;
  }

  async opened(id: string, principal: string): Promise<void> {
    this.#owners.set(id, principal);
    await this.#shared?.save(id, principal);
  }

  async ended(id: string): Promise<void> {
    this.#owners.delete(id);
    await this.#shared?.remove(id);
  }
}
