const WINDOW_MS = 1000;

/** Counts what nobody asked for. A server that sends more of it than anybody could read is ended. */
export class FloodGate {
  readonly #limit: number;
  #since = 0;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether this one is over the limit of its second. */
  over(now = performance.now()): boolean {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > this.#limit;
  }
}
