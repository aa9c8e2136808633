export interface BackOffSettings {
  /** The delay after the first failed start. It doubles with each further failure. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Circuit breaker: from this many failures in a row on, the delay is `openMs`. */
  readonly breakAfter: number;
  readonly openMs: number;
  /** After running this long, a server has recovered and its failures are reset. */
  readonly steadyMs: number;
}

export const BACK_OFF: BackOffSettings = {
  firstMs: 1000,
  maxMs: 30_000,
  breakAfter: 6,
  openMs: 300_000,
  steadyMs: 30_000,
};

export interface Clocks {
  /** Milliseconds that never jump: they decide. */
  monotonic(): number;
  /** Milliseconds since 1970, for people. A clock that is set must not stretch a delay. */
  wall(): number;
}

const CLOCKS: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

/** Exponential back-off with jitter and a circuit breaker: when a failed server may be started again. */
export class BackOff {
  readonly #settings: BackOffSettings;
  readonly #clocks: Clocks;
  #failures = 0;
  /** On the monotonic clock. */
  #until = 0;
  #retryAt = 0;

  constructor(settings: Partial<BackOffSettings> = {}, clocks = CLOCKS) {
    this.#settings = { ...BACK_OFF, ...settings };
    this.#clocks = clocks;
  }

  get failures(): number {
    return this.#failures;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#settings.breakAfter;
  }

  /** How long to wait before the next start. */
  get waitMs(): number {
    return Math.max(0, this.#until - this.#clocks.monotonic());
  }

  /** Milliseconds since 1970; undefined when a start may be tried at once. */
  get retryAt(): number | undefined {
    return this.waitMs > 0 ? this.#retryAt : undefined;
  }

  /** `ranMs`: how long the server had run. Its first crash causes no delay: the next call starts it again. */
  failed(ranMs: number | undefined): void {
    if (ranMs !== undefined && ranMs >= this.#settings.steadyMs) this.#failures = 0;
    this.#failures += 1;
    const delays = ranMs === undefined ? this.#failures : this.#failures - 1;
    const delay = delays === 0 ? 0 : this.#delay(delays);
    this.#until = this.#clocks.monotonic() + delay;
    this.#retryAt = this.#clocks.wall() + delay;
  }

  reset(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  /** With a jitter of 25 %, so that servers that failed together are not started together. */
  #delay(delays: number): number {
    const { firstMs, maxMs, openMs } = this.#settings;
    const base = this.isOpen ? openMs : Math.min(maxMs, firstMs * 2 ** (delays - 1));
    return Math.round(base * (0.75 + Math.random() / 2));
  }
}
