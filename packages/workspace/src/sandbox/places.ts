interface Waiter {
  enter(): void;
}

/**
 * A counting semaphore that is fair between owners: freed places go to the owners in turn, so that an owner with many
 * scripts in the queue does not delay another owner's first one.
 */
export class Places {
  readonly #queues = new Map<string, Waiter[]>();
  readonly #maxQueue: number;
  #free: number;
  #queued = 0;

  constructor(size: number, maxQueue: number = Number.POSITIVE_INFINITY) {
    this.#free = size;
    this.#maxQueue = maxQueue;
  }

  /** Waits for a place. Rejects if the queue is full or the signal aborts. */
  async take(owner: string, signal?: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#queued >= this.#maxQueue)
      throw new Error(`too many scripts run, and the queue of ${this.#maxQueue} is full`);
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        enter: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.#remove(owner, waiter);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queued += 1;
      this.#queues.set(owner, [...(this.#queues.get(owner) ?? []), waiter]);
    });
  }

  /** Gives a place back: to the first waiter of the next owner, if there is one. */
  free(): void {
    const [owner, queue] = this.#queues.entries().next().value ?? [];
    const next = queue?.[0];
    if (owner === undefined || !next) {
      this.#free += 1;
      return;
    }
    this.#remove(owner, next);
    // The owner goes to the end of the line.
    const rest = this.#queues.get(owner);
    if (rest) {
      this.#queues.delete(owner);
      this.#queues.set(owner, rest);
    }
    next.enter();
  }

  #remove(owner: string, waiter: Waiter): void {
    const rest = (this.#queues.get(owner) ?? []).filter((each) => each !== waiter);
    this.#queued -= 1;
    if (rest.length > 0) this.#queues.set(owner, rest);
    else this.#queues.delete(owner);
  }
}
