export interface BackOffSettings {
  /** The pause after the first failed start; it doubles with each further one. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** From so many failures in a row on, the pause is `openMs`. */
  readonly breakAfter: number;
  readonly openMs: number;
  /** A server that ran so long has recovered: what failed before is forgotten. */
  readonly steadyMs: number;
}

export const BACK_OFF: BackOffSettings = {
  firstMs: 1000,
  mostMs: 30_000,
  breakAfter: 6,
  openMs: 300_000,
  steadyMs: 30_000,
};

/** When a server that failed may be tried again. */
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

  /** Milliseconds since 1970; undefined where it may be tried at once. */
  retryAt(now = Date.now()): number | undefined {
    return this.#retryAt > now ? this.#retryAt : undefined;
  }

  /** `ranMs`: how long it had run. The first crash of a server that ran costs no pause: it is started on the next call. */
  failed(ranMs: number | undefined, now = Date.now()): void {
    if (ranMs !== undefined && ranMs >= this.#settings.steadyMs) this.#failures = 0;
    this.#failures += 1;
    const pauses = ranMs === undefined ? this.#failures : this.#failures - 1;
    this.#retryAt = pauses === 0 ? 0 : now + this.#pause(pauses);
  }

  reset(): void {
    this.#failures = 0;
    this.#retryAt = 0;
  }

  /** Between three quarters and five quarters: those who failed together do not come back together. */
  #pause(pauses: number): number {
    const { firstMs, mostMs, openMs } = this.#settings;
    const even = this.isOpen ? openMs : Math.min(mostMs, firstMs * 2 ** (pauses - 1));
    return Math.round(even * (0.75 + Math.random() / 2));
  }
}
