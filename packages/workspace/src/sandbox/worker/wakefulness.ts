/** How long a thread stays awake for the other one's next message. */
const AWAKE_MS = 0.2;
/** A wait that was shorter than this was short, though whoever waited had fallen asleep in it. */
const SHORT_MS = 0.5;

/**
 * Whether a thread stays awake for the other one: waking it up takes longer than the call that it is woken for. That is
 * worth it while messages follow each other closely, and wasted while a tool takes its time; the last wait tells.
 */
export class Wakefulness {
  #since = 0;
  #short = true;

  waits(): void {
    this.#since = performance.now();
  }

  /** What was waited for is here. */
  waited(): void {
    this.#short = performance.now() - this.#since < SHORT_MS;
  }

  get awake(): boolean {
    return this.#short && performance.now() - this.#since < AWAKE_MS;
  }
}
