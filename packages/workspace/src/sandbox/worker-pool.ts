import { cpus } from 'node:os';
import { definedOnly } from '@foldout/core/internal';
import { Places } from './places.ts';
import { type WorkerLimits, WorkerProcess } from './worker-process.ts';

export interface PoolOptions {
  /** Maximum number of scripts that compute at the same time. A script that waits for a tool does not count. */
  readonly workers?: number | undefined;
  /** Maximum number of scripts that have started and not ended; each has a process. Further ones are queued. */
  readonly scripts?: number | undefined;
  /** Maximum number of idle processes. */
  readonly idle?: number | undefined;
  /** Time after which an idle process ends, so that a gateway whose scripts are rare does not hold their memory. */
  readonly idleMs?: number | undefined;
  /** Maximum length of the queue; further scripts are rejected. */
  readonly queue?: number | undefined;
}

const WORKERS = Math.max(2, Math.min(8, cpus().length));
export const POOL_DEFAULTS = { workers: WORKERS, scripts: 4 * WORKERS, idle: 2, idleMs: 60_000, queue: 64 } as const;

type StartWorker = (limits: WorkerLimits) => Promise<WorkerProcess>;

/** A bounded pool of processes. A process that was killed or ran out of memory is not reused. */
export class WorkerPool {
  /** Semaphore of the scripts that compute. A script that waits for a tool gives its place back. */
  readonly computing: Places;
  readonly #options: Readonly<Record<keyof PoolOptions, number>>;
  readonly #scripts: Places;
  readonly #start: StartWorker;
  readonly #idle: WorkerProcess[] = [];
  readonly #idleTimers = new Map<WorkerProcess, NodeJS.Timeout>();
  readonly #all = new Set<WorkerProcess>();
  readonly #closing = new AbortController();
  #warming: Promise<void> | undefined;

  constructor(options: PoolOptions = {}, start: StartWorker = (limits) => WorkerProcess.start(limits)) {
    this.#options = { ...POOL_DEFAULTS, ...definedOnly(options) };
    this.#scripts = new Places(Math.max(this.#options.scripts, this.#options.workers), this.#options.queue);
    this.computing = new Places(this.#options.workers);
    this.#start = start;
  }

  /** Aborts when the pool is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Waits for a process. Rejects if the queue is full or the pool is closed. */
  async take(owner: string, limits: WorkerLimits, signal?: AbortSignal): Promise<WorkerProcess> {
    this.#throwIfClosed();
    await this.#scripts.take(owner, signal ? AbortSignal.any([signal, this.closed]) : this.closed);
    try {
      this.#throwIfClosed();
      return this.#ready(limits) ?? (await this.#add(limits));
    } catch (error) {
      this.#scripts.free();
      throw error;
    }
  }

  /** Returns a process to the pool. `clean`: it can run another script. */
  release(worker: WorkerProcess, clean: boolean): void {
    worker.release();
    const kept = clean && !worker.ended && !this.closed.aborted && this.#idle.length < this.#options.idle;
    if (kept) this.#keep(worker);
    else this.#drop(worker);
    this.#scripts.free();
    // Starts a replacement in the background, so that the next script need not wait for it.
    if (!clean) this.warm(worker.limits).catch(() => {});
  }

  /** Starts an idle process if there is none. */
  async warm(limits: WorkerLimits): Promise<void> {
    if (this.#idle.length > 0 || this.closed.aborted) return;
    this.#warming ??= this.#add(limits)
      .then((worker) => this.#keep(worker))
      .finally(() => {
        this.#warming = undefined;
      });
    await this.#warming;
  }

  close(): void {
    this.#closing.abort(new Error('the sandbox is closed'));
    for (const worker of [...this.#all]) this.#drop(worker);
  }

  #ready(limits: WorkerLimits): WorkerProcess | undefined {
    for (const lost of this.#idle.filter(({ ended }) => ended)) this.#drop(lost);
    const worker = this.#idle.findLast(({ limits: made }) => covers(made, limits));
    if (worker) this.#forget(worker);
    return worker;
  }

  #keep(worker: WorkerProcess): void {
    this.#idle.push(worker);
    this.#idleTimers.set(worker, setTimeout(() => this.#drop(worker), this.#options.idleMs).unref());
  }

  /** The worker is no longer idle. */
  #forget(worker: WorkerProcess): void {
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    clearTimeout(this.#idleTimers.get(worker));
    this.#idleTimers.delete(worker);
  }

  async #add(limits: WorkerLimits): Promise<WorkerProcess> {
    const worker = await this.#start(limits);
    if (this.closed.aborted) worker.end();
    this.#throwIfClosed();
    this.#all.add(worker);
    return worker;
  }

  #drop(worker: WorkerProcess): void {
    this.#forget(worker);
    this.#all.delete(worker);
    worker.end();
  }

  #throwIfClosed(): void {
    if (this.closed.aborted) throw this.closed.reason;
  }
}

function covers(made: WorkerLimits, wanted: WorkerLimits): boolean {
  return made.memoryBytes >= wanted.memoryBytes && made.cpuMs >= wanted.cpuMs;
}
