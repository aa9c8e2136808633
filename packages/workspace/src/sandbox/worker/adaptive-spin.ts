import { type Signals, SPINNING } from './protocol.ts';

/** Maximum time to spin for the next message of the other thread. */
export const SPIN_MS = 0.2;
/** A longer wait counts as this long, because a slow tool says nothing about the cost of waking a thread. */
const LONG_MS = 1;
/** Number of waits per measurement. */
const WAITS = 32;
/** Number of measurements between trials of the unused strategy (spin or sleep). Doubles when a trial is slower. */
const TRIALS = { first: 2, last: 64 };

/**
 * Adaptive spinning: decides whether the thread of a script and its host spin for each other's next message, or sleep
 * until they are woken.
 *
 * On an idle machine, waking a thread takes longer than answering most calls. On a busy machine, a spinning thread
 * takes CPU time from the thread that computes the answer. So this class measures the waits, uses the faster strategy,
 * and tries the other strategy from time to time.
 */
export class AdaptiveSpin {
  readonly #signals: Signals;
  #spins = true;
  #since = 0;
  /** Number of waits in the current measurement. */
  #waits = 0;
  #spentMs = 0;
  /** Set during a trial: the total wait time, in the last measurement, of the strategy used before the trial. */
  #toBeatMs: number | undefined;
  #untilTrial = TRIALS.first;
  #betweenTrials = TRIALS.first;

  constructor(signals: Signals) {
    this.#signals = signals;
    this.#use(true);
  }

  /** Starts a wait. */
  begin(): void {
    this.#since = performance.now();
  }

  get spinning(): boolean {
    return this.#spins && performance.now() - this.#since < SPIN_MS;
  }

  /** Ends a wait: the message has arrived. */
  end(): void {
    const tookMs = performance.now() - this.#since;
    const wastedMs = this.#spins && tookMs > SPIN_MS ? SPIN_MS : 0;
    this.#spentMs += Math.min(tookMs, LONG_MS) + wastedMs;
    this.#waits += 1;
    if (this.#waits < WAITS) return;
    this.#decide(this.#spentMs);
    this.#waits = 0;
    this.#spentMs = 0;
  }

  #decide(spentMs: number): void {
    if (this.#toBeatMs === undefined) {
      this.#untilTrial -= 1;
      if (this.#untilTrial > 0) return;
      this.#toBeatMs = spentMs;
      this.#use(!this.#spins);
      return;
    }
    const better = spentMs < this.#toBeatMs;
    this.#betweenTrials = better ? TRIALS.first : Math.min(TRIALS.last, this.#betweenTrials * 2);
    this.#untilTrial = this.#betweenTrials;
    this.#toBeatMs = undefined;
    if (!better) this.#use(!this.#spins);
  }

  #use(spin: boolean): void {
    this.#spins = spin;
    Atomics.store(this.#signals, SPINNING, spin ? 1 : 0);
  }
}
