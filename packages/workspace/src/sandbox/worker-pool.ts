import { cpus } from 'node:os';
import { WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  /** Scripts that run at the same time; more wait for their turn. */
  readonly workers?: number | undefined;
  /** Threads that are kept ready while nothing runs. */
  readonly idle?: number | undefined;
  /** Scripts that may wait; more are refused. */
  readonly queue?: number | undefined;
}

export const POOL_DEFAULTS = { workers: Math.max(2, Math.min(8, cpus().length)), idle: 2, queue: 64 } as const;

/** A bounded set of threads. One that had to be stopped from outside, or whose memory ran out, is never used again. */
export class WorkerPool {
  readonly #options: Required<{ [K in keyof PoolOptions]: number }>;
  readonly #start: () => Promise<WorkerThread>;
  readonly #idle: WorkerThread[] = [];
  readonly #all = new Set<WorkerThread>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #warming: Promise<void> | undefined;
  #closed = false;

  constructor(options: PoolOptions = {}, start: () => Promise<WorkerThread> = () => WorkerThread.start()) {
    const { workers, idle, queue } = options;
    this.#options = {
      workers: workers ?? POOL_DEFAULTS.workers,
      idle: idle ?? POOL_DEFAULTS.idle,
      queue: queue ?? POOL_DEFAULTS.queue,
    };
    this.#start = start;
  }

  /** A thread for one run, once there is one. Rejects where there will be none. */
  async take(signal?: AbortSignal): Promise<WorkerThread> {
    if (this.#closed) throw new Error('the sandbox is closed');
    if (this.#taken >= this.#options.workers) await this.#turn(signal);
    else this.#taken += 1;
    try {
      if (this.#closed) throw new Error('the sandbox is closed');
      return this.#ready() ?? (await this.#add());
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** Gives a thread back: `clean` where it is ready for the next script. */
  release(thread: WorkerThread, clean: boolean): void {
    thread.release();
    if (clean && !thread.ended && !this.#closed && this.#idle.length < this.#options.idle) this.#idle.push(thread);
    else this.#drop(thread);
    this.#free();
    // Its place is filled in the background: the next script need not wait for a thread to start.
    if (!clean) this.warm().catch(() => {});
  }

  /** Starts a thread ahead of the next run. */
  async warm(): Promise<void> {
    if (this.#idle.length > 0 || this.#closed) return;
    this.#warming ??= this.#add()
      .then((thread) => {
        this.#idle.push(thread);
      })
      .finally(() => {
        this.#warming = undefined;
      });
    await this.#warming;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#idle.length = 0;
    for (const next of this.#waiting.splice(0)) next();
    await Promise.all([...this.#all].map((thread) => thread.end()));
    this.#all.clear();
  }

  #ready(): WorkerThread | undefined {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (!thread.ended) return thread;
      this.#all.delete(thread);
    }
    return undefined;
  }

  async #add(): Promise<WorkerThread> {
    const thread = await this.#start();
    if (this.#closed) {
      await thread.end();
      throw new Error('the sandbox is closed');
    }
    this.#all.add(thread);
    return thread;
  }

  #drop(thread: WorkerThread): void {
    this.#all.delete(thread);
    thread.end().catch(() => {});
  }

  /** Waits until a run ends, whose place it takes. */
  #turn(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#options.queue) {
      throw new Error(`${this.#options.workers} scripts run and ${this.#options.queue} wait already`);
    }
    return new Promise((resolve, reject) => {
      const next = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(next);
    });
  }

  #free(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}
