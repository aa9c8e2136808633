import { type Upstream, type UpstreamStatus, UpstreamUnavailable } from './upstream.ts';

/** A server that does not start, because its configuration was found in a working folder and nobody has agreed to it. */
export class HeldUpstream implements Upstream {
  readonly name: string;
  readonly manifest = undefined;
  readonly status: UpstreamStatus;
  readonly #todo: string;

  constructor(name: string, file: string) {
    this.name = name;
    this.#todo = `Ask the operator to check its command and run: foldout allow ${JSON.stringify(file)}`;
    const lastError = `server "${name}" is configured in a working folder, and nobody has agreed to start it`;
    this.status = { state: 'needs-approval', restarts: 0, lastError, todo: this.#todo };
  }

  async request(): Promise<never> {
    throw this.#refusal();
  }

  async watchResource(): Promise<never> {
    throw this.#refusal();
  }

  async authorize(): Promise<never> {
    throw this.#refusal();
  }

  subscribe(): () => void {
    return () => {};
  }

  restore(): void {}
  async refresh(): Promise<void> {}
  async refreshIfStale(): Promise<void> {}
  warm(): void {}
  async restart(): Promise<void> {}
  async endSession(): Promise<void> {}
  async close(): Promise<void> {}
  async [Symbol.asyncDispose](): Promise<void> {}

  #refusal(): UpstreamUnavailable {
    return new UpstreamUnavailable(this.status.lastError ?? '', this.#todo, { retryable: false, unsent: true });
  }
}
