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

/** Exponential back-off with jitter and a circuit breaker: when a failed server may be started again. */
export class BackOff {
  readonly #settings: BackOffSettings;
  #failures = 0;
  #retryAt = 0;

  constructor(settings: Partial<BackOffSettings> = {}) {
    this.#settings = { ...BACK_OFF, ...settings };
  }

  get failures(): number {
    return this.#failures;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#settings.breakAfter;
  }

  /** Milliseconds since 1970; undefined when a start may be tried at once. */
  retryAt(now = Date.now()): number | undefined {
    return this.#retryAt > now ? this.#retryAt : undefined;
  }

  /** `ranMs`: how long the server had run. Its first crash causes no delay: the next call starts it again. */
  failed(ranMs: number | undefined, now = Date.now()): void {
    if (ranMs !== undefined && ranMs >= this.#settings.steadyMs) this.#failures = 0;
    this.#failures += 1;
    const delays = ranMs === undefined ? this.#failures : this.#failures - 1;
    this.#retryAt = delays === 0 ? 0 : now + this.#delay(delays);
  }

  reset(): void {
    this.#failures = 0;
    this.#retryAt = 0;
  }

  /** With a jitter of 25 %, so that servers that failed together are not started together. */
  #delay(delays: number): number {
    const { firstMs, maxMs, openMs } = this.#settings;
    const base = this.isOpen ? openMs : Math.min(maxMs, firstMs * 2 ** (delays - 1));
    return Math.round(base * (0.75 + Math.random() / 2));
  }
}
