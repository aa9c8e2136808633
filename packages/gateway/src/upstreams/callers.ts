import type { JsonObject } from '@foldout/core';
import { own } from '@foldout/core/internal';
import type { CallingClient } from './upstream.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** The rank of a log level. An unknown level counts as the least severe. */
export function severity(level: unknown): number {
  return Math.max(0, LEVELS.indexOf(String(level)));
}

/** The clients with calls in flight on one connection. The server may send requests and log messages only to them. */
export class Callers {
  readonly #clients = new Map<unknown, { client: CallingClient; calls: number }>();

  readonly #byTask = new Map<string, CallingClient>();

  enter(client: CallingClient): void {
    const key = client.sessionId ?? client;
    const entry = this.#clients.get(key);
    if (entry) entry.calls += 1;
    else this.#clients.set(key, { client, calls: 1 });
  }

  /** Records the client that waits for a task. */
  waitFor(taskId: string, client: CallingClient): () => void {
    this.#byTask.set(taskId, client);
    return () => {
      if (this.#byTask.get(taskId) === client) this.#byTask.delete(taskId);
    };
  }

  /** The client that waits for the task that a request of the server names in its `_meta`. */
  ofTask(params: JsonObject): CallingClient | undefined {
    const taskId = own(own(params['_meta'], RELATED_TASK), 'taskId');
    return typeof taskId === 'string' ? this.#byTask.get(taskId) : undefined;
  }

  leave(client: CallingClient): void {
    const key = client.sessionId ?? client;
    const entry = this.#clients.get(key);
    if (!entry) return;
    entry.calls -= 1;
    if (entry.calls === 0) this.#clients.delete(key);
  }

  get count(): number {
    return this.#clients.size;
  }

  /** The only client with a call in flight; undefined when there is none, or several. */
  get only(): CallingClient | undefined {
    if (this.#clients.size !== 1) return undefined;
    for (const { client } of this.#clients.values()) return client;
    return undefined;
  }

  /**
   * Sends a log message to every client whose level includes it. Returns false when no client has a call in flight. The message
   * does not say which call it is about: with calls of several principals in flight, one would read what concerns another.
   */
  log(params: JsonObject): boolean {
    const level = severity(params['level']);
    if (new Set([...this.#clients.values()].map(({ client }) => client.principal)).size > 1) return true;
    for (const { client } of this.#clients.values()) {
      if (client.logLevel !== undefined && level >= severity(client.logLevel)) client.log(params);
    }
    return this.#clients.size > 0;
  }
}
