import type { Instance } from './instance.ts';
import type { UpstreamState } from './upstream.ts';

const MAX_INSTANCES = 32;
const SHARED = '';
/** Best state first. An upstream with several instances reports the best state among them. */
const STATES: readonly UpstreamState[] = ['ready', 'starting', 'needs-auth', 'failed', 'cold'];

export interface InstancePoolOptions {
  readonly perSession: boolean;
  readonly max?: number | undefined;
  /** `legacy`: an instance that speaks the legacy era only. */
  create(era: 'legacy' | undefined): Instance;
  /** Creates the error for a session that gets no instance because all `max` instances are busy. */
  full(max: number): Error;
}

/** The instances of one upstream: one that all sessions share, or one for each session. */
export class InstancePool {
  readonly #options: InstancePoolOptions;
  readonly #instances = new Map<string, Instance>();

  constructor(options: InstancePoolOptions) {
    this.#options = options;
    this.#instances.set(SHARED, options.create(undefined));
  }

  get all(): readonly Instance[] {
    return [...this.#instances.values()];
  }

  /** Reads the lists and watches resources. Exists even when each session has an instance of its own. */
  get shared(): Instance {
    return this.#instances.get(SHARED) as Instance;
  }

  get mostAlive(): Instance {
    const [first] = [...this.all].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
    return first as Instance;
  }

  get(sessionId: string | undefined, era?: 'legacy'): Instance {
    const key = this.#key(sessionId, era);
    const existing = this.#instances.get(key);
    if (existing) return existing;
    this.#makeRoom();
    const instance = this.#options.create(era);
    this.#instances.set(key, instance);
    return instance;
  }

  /** Closes the instances that only this session uses. */
  async endSession(sessionId: string): Promise<void> {
    if (!this.#options.perSession || sessionId === SHARED) return;
    await Promise.all([this.remove(sessionId), this.remove(sessionId, 'legacy')]);
  }

  async remove(sessionId: string | undefined, era?: 'legacy'): Promise<void> {
    const key = this.#key(sessionId, era);
    const instance = this.#instances.get(key);
    this.#instances.delete(key);
    await instance?.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((instance) => instance.close()));
  }

  #key(sessionId: string | undefined, era: 'legacy' | undefined): string {
    const session = this.#options.perSession ? (sessionId ?? SHARED) : SHARED;
    return era ? `${era} ${session}` : session;
  }

  /** Closes the instance that was not used for the longest time. Throws when all are busy. */
  #makeRoom(): void {
    const { max = MAX_INSTANCES, full } = this.#options;
    if (this.#instances.size <= max) return;
    const idle = [...this.#instances].filter(([key, instance]) => key !== SHARED && !instance.isBusy);
    const [oldest] = idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (!oldest) throw full(max);
    const [key, instance] = oldest;
    this.#instances.delete(key);
    void instance.close();
  }
}
