import type { JsonObject } from '@foldout/core';
import type { CallingClient } from './upstream.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** How severe a log message is. A level that nobody knows counts as the least severe. */
export function severity(level: unknown): number {
  return Math.max(0, LEVELS.indexOf(String(level)));
}

/** The clients that have calls in flight on one connection: the only ones that its server may speak to. */
export class Callers {
  readonly #present = new Map<unknown, { client: CallingClient; calls: number }>();

  enter(client: CallingClient): void {
    const key = client.sessionId ?? client;
    const entry = this.#present.get(key);
    if (entry) entry.calls += 1;
    else this.#present.set(key, { client, calls: 1 });
  }

  leave(client: CallingClient): void {
    const key = client.sessionId ?? client;
    const entry = this.#present.get(key);
    if (!entry) return;
    entry.calls -= 1;
    if (entry.calls === 0) this.#present.delete(key);
  }

  get count(): number {
    return this.#present.size;
  }

  /** The client that a request of the server must be meant for; undefined where there is none, or more than one. */
  get only(): CallingClient | undefined {
    if (this.#present.size !== 1) return undefined;
    for (const { client } of this.#present.values()) return client;
    return undefined;
  }

  log(params: JsonObject): boolean {
    const level = severity(params['level']);
    for (const { client } of this.#present.values()) {
      if (client.logLevel !== undefined && level >= severity(client.logLevel)) client.log(params);
    }
    return this.#present.size > 0;
  }
}
