import type { Log } from '../logging/log.ts';
import type { UpstreamStatus } from '../upstreams/upstream.ts';

/** Warns once when a server fails, not for every retry that fails for the same reason. */
export class FailureLog {
  readonly #log: Log;
  /** Server → the failure that was logged last. Deleted when the server is ready again. */
  readonly #logged = new Map<string, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  report(server: string, { state, lastError, todo }: UpstreamStatus): void {
    if (state === 'ready') this.#logged.delete(server);
    if ((state !== 'failed' && state !== 'needs-auth' && state !== 'needs-approval') || lastError === undefined) return;
    // The end of stderr is left out of the comparison: it often contains times and process ids.
    const failure = `${state} ${lastError.split('; its last lines on stderr')[0]}`;
    if (this.#logged.get(server) === failure) return;
    this.#logged.set(server, failure);
    this.#log.warn([lastError, todo].filter(Boolean).join('. '));
  }

  forget(server: string): void {
    this.#logged.delete(server);
  }
}
