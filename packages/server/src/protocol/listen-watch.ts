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

  /**
   * Watches the resources of a `subscriptions/listen` until the signal is aborted. Returns the message without those that the
   * caller may not watch: the SDK would report their changes as soon as another client watches them. Returns every other
   * message as it is.
   */
  begin(message: unknown, signal: AbortSignal, authInfo?: AuthInfo): unknown {
    const watch = this.#watch;
    if (!watch || !isObject(message) || message['method'] !== LISTEN) return message;
    const { params } = message;
    const notifications = own(params, 'notifications');
    const uris = own(notifications, 'resourceSubscriptions');
    if (!Array.isArray(uris) || !isObject(params) || !isObject(notifications)) return message;
    const context = { mcpReq: { id: message['id'], method: LISTEN, signal }, ...(authInfo && { http: { authInfo } }) };
    const watched = [...new Set(uris.slice(0, MAX_URIS))].filter((uri) => {
      return typeof uri === 'string' && this.#starts(watch, uri, context as unknown as ServerContext);
    });
    return { ...message, params: { ...params, notifications: { ...notifications, resourceSubscriptions: watched } } };
  }

  /** False if the caller may not watch the resource. */
  #starts(watch: ResourceWatch, uri: string, context: ServerContext): boolean {
    try {
      void this.#watchOne(watch(uri, context), context);
      return true;
    } catch (error) {
      this.#report(error, context);
      return false;
    }
  }

  async #watchOne(watching: ReturnType<ResourceWatch>, context: ServerContext): Promise<void> {
    const { signal } = context.mcpReq;
    try {
      const end = await watching;
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    } catch (error) {
      this.#report(error, context);
    }
  }

  /** The stream has other subscriptions, and the protocol has no error for one of them. */
  #report(error: unknown, { mcpReq: { signal } }: ServerContext): void {
    if (!signal.aborted) this.#onProblem(error instanceof Error ? error : new Error(String(error)));
  }
}
