export interface IdleTimerOptions {
  /** 0: `onIdle` is never called. */
  readonly idleMs: number;
  readonly isBusy: () => boolean;
  readonly onIdle: () => void;
}

/**
 * Calls `onIdle` after `idleMs` without use. A use only stores the time: when the timer fires too early, it is set again
 * for the rest of the time. Setting a timer on every call would cost more.
 */
export class IdleTimer {
  readonly #options: IdleTimerOptions;
  #timer: NodeJS.Timeout | undefined;
  #lastUsed = 0;

  constructor(options: IdleTimerOptions) {
    this.#options = options;
  }

  /** By `performance.now()`. */
  get lastUsed(): number {
    return this.#lastUsed;
  }

  used(): void {
    this.#lastUsed = performance.now();
    const { idleMs } = this.#options;
    if (!this.#timer && idleMs > 0) this.#set(idleMs);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #set(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const { idleMs, isBusy, onIdle } = this.#options;
      const left = this.#lastUsed + idleMs - performance.now();
      if (isBusy()) this.#set(idleMs);
      else if (left > 1) this.#set(left);
      else onIdle();
    }, ms);
    this.#timer.unref();
  }
}
