import type { UsageStore } from '../store/usage-store.ts';
import type { UsageQueue } from './usage-queue.ts';

export interface BatchWriterOptions {
  readonly batchSize: number;
  readonly flushMs: number;
  readonly maxRetryMs: number;
  /** Called once when writing starts to fail, and once when it works again. */
  readonly warn: (message: string) => void;
  /** Called before each flush, to move pending events into the queue. */
  readonly prepare: () => void;
  /** Called after every batch. */
  readonly written: () => void;
}

/** Writes queued events to the store in batches, in the background. Never throws, never keeps the process alive. */
export class BatchWriter {
  readonly #store: UsageStore;
  readonly #queue: UsageQueue;
  readonly #options: BatchWriterOptions;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #writing: Promise<boolean> | undefined;
  #failures = 0;
  #droppedAtFailure = 0;

  constructor(store: UsageStore, queue: UsageQueue, options: BatchWriterOptions) {
    this.#store = store;
    this.#queue = queue;
    this.#options = options;
  }

  get failing(): boolean {
    return this.#failures > 0;
  }

  /** Schedules a flush. Call it after adding to the queue. */
  schedule(): void {
    if (this.#failures === 0 && this.#queue.size >= this.#options.batchSize) {
      this.#immediate ??= setImmediate(() => {
        this.#immediate = undefined;
        void this.flush();
      });
      return;
    }
    this.#timer ??= this.#flushAfter(this.#options.flushMs);
  }

  /** Writes all queued events. Returns whether it succeeded. */
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
    clearImmediate(this.#immediate);
    this.#timer = undefined;
    this.#immediate = undefined;
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
        // A batch may block the event loop for some milliseconds, so pending tool calls run before the next batch.
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
      this.#droppedAtFailure = this.#queue.dropped;
      warn(`usage cannot be written (${reasonOf(error)}); events are queued in memory and retried`);
    }
    this.#timer ??= this.#flushAfter(Math.min(maxRetryMs, flushMs * 2 ** Math.min(this.#failures, 20)));
  }

  #recovered(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    const dropped = this.#queue.dropped - this.#droppedAtFailure;
    this.#options.warn(`writing usage works again${dropped > 0 ? `; ${dropped} events were dropped meanwhile` : ''}`);
  }

  #flushAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), ms).unref();
  }
}

/** The message of a database driver as one short line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replaceAll(/\s+/g, ' ').slice(0, 200);
}
