/** How long the relay waits for an answer without going to sleep. */
const AWAKE_MS = 1;
/** After so many waits in a row without an answer, they are not worth the processor time. */
const MOST_IN_VAIN = 16;
/** Then only one message in so many is tried. */
const TRY_EVERY = 64;

/** The clock and the event loop; a test passes its own. */
export interface Loop {
  now(): number;
  /** Runs `work` after the event loop has looked for input, without sleeping. */
  soon(work: () => void): void;
}

const NODE_LOOP: Loop = { now: () => performance.now(), soon: (work) => void setImmediate(work) };

/**
 * Keeps the event loop from sleeping between a message and its answer. Waking a sleeping process takes longer than relaying
 * the answer of a quick call. A wait ends after a millisecond; where answers take longer, as on a busy machine, it stops waiting.
 */
export class StayAwake {
  readonly #loop: Loop;
  #until = 0;
  #waiting = false;
  #scheduled = false;
  #inVain = 0;
  #messages = 0;

  constructor(loop: Loop = NODE_LOOP) {
    this.#loop = loop;
  }

  /** A message was passed on, and an answer is expected. */
  sent(): void {
    this.#messages += 1;
    if (this.#inVain >= MOST_IN_VAIN && this.#messages % TRY_EVERY !== 0) return;
    this.#until = this.#loop.now() + AWAKE_MS;
    this.#waiting = true;
    this.#schedule();
  }

  answered(): void {
    if (this.#waiting) this.#inVain = 0;
    this.#waiting = false;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#loop.soon(this.#turn);
  }

  readonly #turn = (): void => {
    this.#scheduled = false;
    if (!this.#waiting) return;
    if (this.#loop.now() < this.#until) {
      this.#schedule();
      return;
    }
    this.#waiting = false;
    this.#inVain += 1;
  };
}
