import type { ServerLogLine, UpstreamStatus } from './upstream.ts';

const MAX_LINES = 200;

/** The last lines of a server's log, in memory: what it wrote to stderr, and its changes of state. */
export class ServerLog {
  readonly lines: ServerLogLine[] = [];
  #state: UpstreamStatus['state'] = 'cold';

  add(text: string, kind: ServerLogLine['kind'] = 'stderr'): void {
    this.lines.push({ at: Date.now(), kind, text });
    if (this.lines.length > MAX_LINES) this.lines.shift();
  }

  addStatus({ state, lastError, pid }: UpstreamStatus): void {
    if (state === this.#state) return;
    this.#state = state;
    const process = pid === undefined ? '' : ` (process ${pid})`;
    this.add(lastError === undefined ? `${state}${process}` : `${state}: ${lastError}`, 'state');
  }
}

/** When a connection was opened, in milliseconds since 1970. */
export function openedAt({ openedAt }: { readonly openedAt: number }): number {
  return Math.round(performance.timeOrigin + openedAt);
}
