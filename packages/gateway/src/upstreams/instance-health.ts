import { BackOff, type BackOffSettings } from './back-off.ts';
import { UpstreamUnavailable } from './upstream.ts';

/** The last failure of an instance, and when it may be started again. */
export class InstanceHealth {
  readonly #backOff: BackOff;
  /** Whether the credentials changed since the server last refused them. */
  readonly #hasNewCredentials: () => Promise<boolean>;
  #failure: UpstreamUnavailable | undefined;
  #restarts = 0;

  constructor(backOff: Partial<BackOffSettings> | undefined, hasNewCredentials: () => Promise<boolean>) {
    this.#backOff = new BackOff(backOff);
    this.#hasNewCredentials = hasNewCredentials;
  }

  get failure(): UpstreamUnavailable | undefined {
    return this.#failure;
  }

  get needsAuth(): boolean {
    return this.#failure?.reason === 'needs-auth';
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Milliseconds since 1970; undefined when a start may be tried at once. */
  get retryAt(): number | undefined {
    return this.#backOff.retryAt;
  }

  /** How long to wait before the next start. */
  get waitMs(): number {
    return this.#backOff.waitMs;
  }

  /** Throws the last failure until the back-off time is over, or until the user has signed in. */
  async beforeStart(): Promise<void> {
    const failure = this.#failure;
    if (!failure) return;
    if (this.needsAuth && !(await this.#hasNewCredentials())) throw failure;
    const { waitMs } = this;
    if (waitMs > 0) {
      const seconds = Math.max(1, Math.ceil(waitMs / 1000));
      const message = `${failure.message} (next start attempt in ${seconds} s)`;
      throw new UpstreamUnavailable(message, failure.todo, { unsent: true, cause: failure });
    }
    this.#restarts += 1;
  }

  started(): void {
    this.#failure = undefined;
  }

  /** A missing sign-in is no reason to back off: the server itself is well. */
  startFailed(failure: UpstreamUnavailable): void {
    this.#failure = failure;
    if (!this.needsAuth) this.#backOff.failed(undefined);
  }

  /** `ranMs`: how long the server had run; undefined when it never answered. */
  crashed(failure: UpstreamUnavailable, ranMs: number | undefined): void {
    this.#failure = failure;
    this.#backOff.failed(ranMs);
  }

  unauthorized(failure: UpstreamUnavailable): void {
    this.#failure = failure;
  }

  reset(): void {
    this.#backOff.reset();
    this.#failure = undefined;
  }
}
