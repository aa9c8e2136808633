import type { FetchLike } from '@modelcontextprotocol/client';

/**
 * The SDK's client does not notice that the connection broke in the middle of a response: the call would wait for its
 * timeout. This `fetch` reports it, so that an error that did reach the client is not counted as a lost call.
 */
export class WatchedFetch {
  #onBroken: () => void = () => {};

  /** Calls `onBroken` when the response to a tool call breaks. A client has one call at a time. */
  watch(onBroken: () => void): void {
    this.#onBroken = onBroken;
  }

  readonly fetch: FetchLike = async (url, init) => {
    const response = await fetch(url, init);
    const isCall = typeof init?.body === 'string' && init.body.includes('"tools/call"');
    if (!isCall || !response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(this.#watched(response.body), { status, statusText, headers });
  };

  #watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const onBroken = this.#onBroken;
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          onBroken();
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }
}
