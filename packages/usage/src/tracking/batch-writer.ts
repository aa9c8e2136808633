import type { UsageStore } from '../store/usage-store.ts';
import type { UsageQueue } from './usage-queue.ts';

export interface BatchWriterOptions {
  readonly batchSize: number;
  readonly flushMs: number;
  readonly maxRetryMs: number;
  /** Told once when writing begins to fail, and once when it works again. */
  readonly warn: (message: string) => void;
  /** Puts into the queue what has not got there yet. */
  readonly prepare: () => void;
  /** Told after every batch. */
  readonly written: () => void;
}

/** Moves what waits into the store, away from whoever put it there. It never throws and never holds a process open. */
export class BatchWriter {
  readonly #store: UsageStore;
  readonly #queue: UsageQueue;
  readonly #options: BatchWriterOptions;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;
  #writing: Promise<boolean> | undefined;
  #failures = 0;
  #droppedBefore = 0;

  constructor(store: UsageStore, queue: UsageQueue, options: BatchWriterOptions) {
    this.#store = store;
    this.#queue = queue;
    this.#options = options;
  }

  get failing(): boolean {
    return this.#failures > 0;
  }

  /** To be called after something was put into the queue. */
  notice(): void {
    if (this.#failures === 0 && this.#queue.size >= this.#options.batchSize) {
      this.#soon ??= setImmediate(() => {
        this.#soon = undefined;
        void this.flush();
      });
      return;
    }
    this.#timer ??= this.#later(this.#options.flushMs);
  }

  /** Writes all that waits. Returns whether it could. */
  async flush(): Promise<boolean> {
    while (this.#writing) await this.#writing;
    this.#writing = this.#writeAll();
    try {
      return await this.#writing;
    } finally {
      this.#writing = undefined;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }

  async #writeAll(): Promise<boolean> {
    this.stop();
    this.#options.prepare();
    try {
      for (let batch = this.#queue.take(this.#options.batchSize); batch; ) {
        await this.#store.append(batch);
        this.#queue.written();
        this.#recovered();
        this.#options.written();
        batch = this.#queue.take(this.#options.batchSize);
        // A batch may have held this thread for some milliseconds: calls come first.
        if (batch) await new Promise((resolve) => setImmediate(resolve));
      }
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  #failed(error: unknown): void {
    const { flushMs, maxRetryMs, warn } = this.#options;
    this.#failures += 1;
    if (this.#failures === 1) {
      this.#droppedBefore = this.#queue.dropped;
      warn(`usage cannot be written (${reasonOf(error)}); it waits in memory and is tried again`);
    }
    this.#timer ??= this.#later(Math.min(maxRetryMs, flushMs * 2 ** Math.min(this.#failures, 20)));
  }

  #recovered(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    const lost = this.#queue.dropped - this.#droppedBefore;
    this.#options.warn(`usage is written again${lost > 0 ? `; ${lost} events were let go meanwhile` : ''}`);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), ms).unref();
  }
}

/** One short line: what a driver says may be long, and is not ours. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replaceAll(/\s+/g, ' ').slice(0, 200);
}
