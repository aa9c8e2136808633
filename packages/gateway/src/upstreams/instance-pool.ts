import { LOCAL_PRINCIPAL } from '@foldout/core/internal';
import type { Instance } from './instance.ts';
import type { InstanceSharing } from './instance-sharing.ts';
import type { RootsOf } from './root-requests.ts';
import type { CallingClient, UpstreamState } from './upstream.ts';

const MAX_INSTANCES = 32;
/** Connections of principals to a server over HTTP need no process. */
const MAX_PERSONAL_INSTANCES = 512;
/** The part of them that one principal with a token may have, so that others get one too. */
const PRINCIPAL_SHARE = 0.75;
const SHARED = '';
/** Between the principal and the rest of a key. */
const OF = '\0';
/** Best state first. An upstream with several instances reports the best state among them. */
const STATES: readonly UpstreamState[] = ['ready', 'starting', 'needs-auth', 'needs-approval', 'failed', 'cold'];

export interface InstancePoolOptions {
  readonly sharing: InstanceSharing;
  /** With `sharing: 'folder'`: the folder of requests that no client made. */
  readonly folder?: string | undefined;
  /** Every principal has instances of its own. */
  readonly personal?: boolean | undefined;
  readonly max?: number | undefined;
  /** `legacy`: an instance that speaks the legacy era only. `folder`: its working folder. `principal`: whose it is. `roots`: which roots its server gets. */
  create(
    era: 'legacy' | undefined,
    folder: string | undefined,
    principal: string | undefined,
    roots: RootsOf | undefined,
  ): Instance;
  /** Creates the error for a session that gets no instance because all `max` instances are busy. */
  full(max: number): Error;
}

interface Pooled {
  readonly instance: Instance;
  readonly principal: string | undefined;
}

type Caller = Pick<CallingClient, 'sessionId' | 'folder' | 'principal'>;

/** The instances of one upstream: one that all clients share, or one for each working folder or session. */
export class InstancePool {
  readonly #options: InstancePoolOptions;
  readonly #instances = new Map<string, Pooled>();

  constructor(options: InstancePoolOptions) {
    this.#options = options;
    const instance = options.create(undefined, options.folder, undefined, this.#roots('empty'));
    this.#instances.set(SHARED, { instance, principal: undefined });
  }

  get all(): readonly Instance[] {
    return [...this.#instances.values()].map(({ instance }) => instance);
  }

  /** Watches resources. Exists even when each session has an instance of its own. */
  get shared(): Instance {
    return (this.#instances.get(SHARED) as Pooled).instance;
  }

  /** Reads the lists: a running instance, so that no second process is started for it. */
  get reader(): Instance {
    const running = this.#options.sharing === 'folder' ? this.mostAlive : this.shared;
    return running.state === 'ready' ? running : this.shared;
  }

  get mostAlive(): Instance {
    const [first] = [...this.all].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
    return first as Instance;
  }

  get(caller: Caller | undefined, era?: 'legacy'): Instance {
    const key = this.#key(caller, era);
    const existing = this.#instances.get(key);
    if (existing) return existing.instance;
    const { folder = this.#options.folder, principal, sessionId } = caller ?? {};
    this.#makeRoomFor(principal);
    const roots = this.#roots(sessionId === undefined ? 'empty' : 'session');
    const instance = this.#options.create(era, folder, principal, roots);
    this.#instances.set(key, { instance, principal });
    return instance;
  }

  /** Closes the instances that only this session uses. */
  async endSession(sessionId: string): Promise<void> {
    if (this.#options.sharing !== 'session' || sessionId === SHARED) return;
    const ending = [...this.#instances].filter(([key]) =>
      [sessionId, `legacy ${sessionId}`].some((end) => key === end || key.endsWith(`${OF}${sessionId}`)),
    );
    for (const [key] of ending) this.#instances.delete(key);
    await Promise.all(ending.map(([, { instance }]) => instance.close()));
  }

  async remove(caller: Caller | undefined, era?: 'legacy'): Promise<void> {
    const key = this.#key(caller, era);
    const pooled = this.#instances.get(key);
    this.#instances.delete(key);
    await pooled?.instance.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((instance) => instance.close()));
  }

  /** Several clients share the other instances. */
  #roots(of: RootsOf): RootsOf | undefined {
    return this.#options.sharing === 'session' ? of : undefined;
  }

  #key(caller: Caller | undefined, era: 'legacy' | undefined): string {
    const group = this.#options.personal ? personalGroup(caller, this.#groupOf(caller)) : this.#groupOf(caller);
    return era ? `${era} ${group}` : group;
  }

  #groupOf({ sessionId = SHARED, folder }: Caller = {}): string {
    const { sharing, folder: own } = this.#options;
    if (sharing === 'session') return sessionId;
    return sharing === 'all' || folder === undefined || folder === own ? SHARED : folder;
  }

  /**
   * Closes the idle instance that was not used for the longest time: of the principal with the most, so that nobody loses one
   * because of what another opens. Throws when all of them are busy.
   */
  #makeRoomFor(principal: string | undefined): void {
    const { personal, full, max = personal ? MAX_PERSONAL_INSTANCES : MAX_INSTANCES } = this.#options;
    const pooled = [...this.#instances].filter(([key]) => key !== SHARED);
    const numberOf = (whose: string | undefined): number => pooled.filter(([, one]) => one.principal === whose).length;
    const hasShare = principal !== undefined && numberOf(principal) >= Math.ceil(max * PRINCIPAL_SHARE);
    if (pooled.length < max && !hasShare) return;
    const idle = pooled.filter(([, one]) => !one.instance.isBusy && (!hasShare || one.principal === principal));
    const [first] = idle.sort(([, a], [, b]) => {
      return numberOf(b.principal) - numberOf(a.principal) || a.instance.lastUsed - b.instance.lastUsed;
    });
    if (!first) throw full(max);
    const [key, { instance }] = first;
    this.#instances.delete(key);
    void instance.close();
  }
}

/** The user who started this process has the shared instance, which also reads the lists. */
function personalGroup(caller: Caller | undefined, group: string): string {
  const { principal } = caller ?? {};
  return principal === undefined || principal === LOCAL_PRINCIPAL ? group : `${principal}${OF}${group}`;
}
