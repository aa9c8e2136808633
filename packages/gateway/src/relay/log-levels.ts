import type { McpServer, Server } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
import type { Upstreams } from './visible-upstreams.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
type Level = (typeof LEVELS)[number];

/** Whether a client that asked for a level wants a message of another. One that asked for none wants all. */
export function wants(asked: string | undefined, level: unknown): boolean {
  return asked === undefined || LEVELS.indexOf(level as Level) >= LEVELS.indexOf(asked as Level);
}

/** Which log messages legacy clients want. Upstreams are told the lowest level that anyone asked for. */
export class LogLevels {
  readonly #asked = new WeakMap<Server, string>();
  readonly #upstreams: Upstreams;
  #lowest: Level | undefined;

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  levelOf(server: Server | undefined): string | undefined {
    return server && this.#asked.get(server);
  }

  keepFor({ server }: McpServer): void {
    server.setRequestHandler('logging/setLevel', ({ params: { level } }) => {
      this.#asked.set(server, level);
      if (this.#lowest === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(this.#lowest)) {
        this.#lowest = level;
        for (const upstream of this.#upstreams()) this.tell(upstream);
      }
      return {};
    });
  }

  /** Told again when an upstream has started: it has forgotten. */
  tell(upstream: Upstream): void {
    const { status, manifest } = upstream;
    if (!this.#lowest || status.state !== 'ready' || !manifest?.capabilities['logging']) return;
    // A modern server is told with every request.
    if (manifest.era === 'legacy') void upstream.request('logging/setLevel', { level: this.#lowest }).catch(() => {});
  }
}
