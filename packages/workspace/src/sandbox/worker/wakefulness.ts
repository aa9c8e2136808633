import { AWAKE, type Signals } from './protocol.ts';

/** How long both threads stay awake for the other one's next message, at the most. */
export const AWAKE_MS = 0.2;
/** What a wait counts at the most: a tool that takes its time says nothing about threads. */
const LONG_MS = 1;
/** Waits that are judged together. */
const WAITS = 32;
/** After so many judgements the other way is tried; after twice as many each time that it is still the slower one. */
const TRIALS = { first: 2, last: 64 };

/**
 * Whether the threads of a script and of its host stay awake for each other's next message, or sleep and are woken up.
 *
 * On an idle machine it takes longer to wake a thread than to answer most calls. On a busy one, whoever stays awake keeps
 * the processor from those who have to answer. Neither can be known beforehand: the way that is quicker is kept to, and
 * the other one is tried now and then.
 */
export class Wakefulness {
  readonly #signals: Signals;
  #awake = true;
  #since = 0;
  /** Of the waits that are judged next. */
  #waits = 0;
  #spentMs = 0;
  /** What the way that is kept to took when it was last judged, where the other one is being tried. */
  #toBeatMs: number | undefined;
  #untilTrial = TRIALS.first;
  #betweenTrials = TRIALS.first;

  constructor(signals: Signals) {
    this.#signals = signals;
    this.#stay(true);
  }

  /** A wait begins. */
  begin(): void {
    this.#since = performance.now();
  }

  get awake(): boolean {
    return this.#awake && performance.now() - this.#since < AWAKE_MS;
  }

  /** What was waited for is here. */
  end(): void {
    const tookMs = performance.now() - this.#since;
    const inVainMs = this.#awake && tookMs > AWAKE_MS ? AWAKE_MS : 0;
    this.#spentMs += Math.min(tookMs, LONG_MS) + inVainMs;
    this.#waits += 1;
    if (this.#waits < WAITS) return;
    this.#judge(this.#spentMs);
    this.#waits = 0;
    this.#spentMs = 0;
  }

  #judge(spentMs: number): void {
    if (this.#toBeatMs === undefined) {
      this.#untilTrial -= 1;
      if (this.#untilTrial > 0) return;
      this.#toBeatMs = spentMs;
      this.#stay(!this.#awake);
      return;
    }
    const better = spentMs < this.#toBeatMs;
    this.#betweenTrials = better ? TRIALS.first : Math.min(TRIALS.last, this.#betweenTrials * 2);
    this.#untilTrial = this.#betweenTrials;
    this.#toBeatMs = undefined;
    if (!better) this.#stay(!this.#awake);
  }

  #stay(awake: boolean): void {
    this.#awake = awake;
    Atomics.store(this.#signals, AWAKE, awake ? 1 : 0);
  }
}
