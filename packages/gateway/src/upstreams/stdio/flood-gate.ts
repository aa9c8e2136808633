const WINDOW_MS = 1000;

/** Counts unsolicited messages per second. A server over the limit is stopped. */
export class FloodGate {
  readonly #limit: number;
  #since = 0;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one message. Returns true when it is over the limit of the current second. */
  over(now = performance.now()): boolean {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > this.#limit;
  }
}
