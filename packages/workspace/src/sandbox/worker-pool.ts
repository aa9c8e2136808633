import { cpus } from 'node:os';
import { definedOnly } from '@foldout/core/internal';
import { WorkerThread } from './worker-thread.ts';

export interface PoolOptions {
  /** Maximum number of concurrent scripts; further ones are queued. */
  readonly workers?: number | undefined;
  /** Maximum number of idle threads. */
  readonly idle?: number | undefined;
  /** Maximum length of the queue; further scripts are rejected. */
  readonly queue?: number | undefined;
}

export const POOL_DEFAULTS = { workers: Math.max(2, Math.min(8, cpus().length)), idle: 2, queue: 64 } as const;

/** A bounded thread pool. A thread that was terminated or ran out of memory is not reused. */
export class WorkerPool {
  readonly #options: Readonly<Record<keyof PoolOptions, number>>;
  readonly #start: () => Promise<WorkerThread>;
  readonly #idle: WorkerThread[] = [];
  readonly #all = new Set<WorkerThread>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #warming: Promise<void> | undefined;
  #closed = false;

  constructor(options: PoolOptions = {}, start: () => Promise<WorkerThread> = () => WorkerThread.start()) {
    this.#options = { ...POOL_DEFAULTS, ...definedOnly(options) };
    this.#start = start;
  }

  /** Waits for a free thread. Rejects if the queue is full or the pool is closed. */
  async take(signal?: AbortSignal): Promise<WorkerThread> {
    if (this.#closed) throw new Error('the sandbox is closed');
    if (this.#taken >= this.#options.workers) await this.#waitForSlot(signal);
    else this.#taken += 1;
    try {
      if (this.#closed) throw new Error('the sandbox is closed');
      return this.#ready() ?? (await this.#add());
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** Returns a thread to the pool. `clean`: it can run another script. */
  release(thread: WorkerThread, clean: boolean): void {
    thread.release();
    if (clean && !thread.ended && !this.#closed && this.#idle.length < this.#options.idle) this.#idle.push(thread);
    else this.#drop(thread);
    this.#free();
    // Starts a replacement in the background, so that the next script need not wait for it.
    if (!clean) this.warm().catch(() => {});
  }

  /** Starts an idle thread if there is none. */
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

  /** Resolves when a running script ends and frees its slot. Throws if the queue is full. */
  #waitForSlot(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#options.queue) {
      throw new Error(`${this.#options.workers} scripts are running and the queue of ${this.#options.queue} is full`);
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
