import { isObject, own } from '@foldout/core/internal';
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { ResourceWatch } from './resource-subscriptions.ts';

export const LISTEN = 'subscriptions/listen';
/** Bounds what one stream can make the server watch. */
const MAX_URIS = 1_000;

/** Watches the resources that modern clients subscribe to. The SDK keeps their streams, and tells nobody what they ask for. */
export class ListenWatch {
  readonly #watch: ResourceWatch | undefined;
  readonly #onProblem: (error: Error) => void;

  constructor(watch: ResourceWatch | undefined, onProblem: (error: Error) => void) {
    this.#watch = watch;
    this.#onProblem = onProblem;
  }

  /** Watches the resources of a `subscriptions/listen` until the signal is aborted. Ignores every other message. */
  begin(message: unknown, signal: AbortSignal, authInfo?: AuthInfo): void {
    const watch = this.#watch;
    if (!watch || !isObject(message) || message['method'] !== LISTEN) return;
    const uris = own(own(message['params'], 'notifications'), 'resourceSubscriptions');
    if (!Array.isArray(uris)) return;
    const context = { mcpReq: { id: message['id'], method: LISTEN, signal }, ...(authInfo && { http: { authInfo } }) };
    for (const uri of new Set(uris.slice(0, MAX_URIS))) {
      if (typeof uri === 'string') void this.#watchOne(watch, uri, context as unknown as ServerContext);
    }
  }

  async #watchOne(watch: ResourceWatch, uri: string, context: ServerContext): Promise<void> {
    const { signal } = context.mcpReq;
    try {
      const end = await watch(uri, context);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    } catch (error) {
      // The stream has other subscriptions, and the protocol has no error for one of them.
      if (!signal.aborted) this.#onProblem(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
