import { isFull, type Stream, unreadBytes, unreadError, withUnreadLimit } from './unread-limit.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
/** A client may give up on a connection that stays silent: a slow call becomes a stream, with comments. */
const SILENT_MS = 5_000;
const KEEP_ALIVE_MS = 15_000;

/** The whole answer of a request as JSON, or a response: an event stream, or the answer of the SDK. */
export type HttpAnswer = string | Response;

/**
 * The answer of one HTTP request. It is one JSON object, unless the call is slow or sends something before its result:
 * then it becomes an event stream.
 */
export class HttpReply {
  readonly answer: Promise<HttpAnswer>;
  #settle!: (answer: HttpAnswer) => void;
  #stream: Stream | undefined;
  #timer: ReturnType<typeof setTimeout>;

  constructor() {
    this.answer = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#timer = setTimeout(() => this.#open(), SILENT_MS);
  }

  /** Sends a message before the result. */
  write(message: object): void {
    this.#frame(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** Sends the last message. Undefined: there is none, because the client has cancelled the call. */
  end(message: object | undefined): void {
    clearTimeout(this.#timer);
    if (message && !this.#stream) {
      this.#settle(JSON.stringify(message));
      return;
    }
    if (message) this.write(message);
    else this.#open();
    this.#close();
  }

  /** Lets another response answer in place of this one. */
  async passOn(response: Promise<Response>): Promise<void> {
    clearTimeout(this.#timer);
    const other = await response;
    if (!this.#stream) {
      this.#settle(withUnreadLimit(other));
      return;
    }
    for await (const chunk of other.body ?? []) this.#enqueue(chunk as Uint8Array);
    this.#close();
  }

  #open(): void {
    if (this.#stream) return;
    const source = {
      start: (controller: Stream) => {
        this.#stream = controller;
      },
      cancel: () => clearTimeout(this.#timer),
    };
    const body = new ReadableStream<Uint8Array>(source, unreadBytes());
    clearTimeout(this.#timer);
    this.#timer = setInterval(() => this.#frame(': keepalive\n\n'), KEEP_ALIVE_MS);
    this.#settle(new Response(body, { headers: STREAM_HEADERS }));
  }

  #frame(text: string): void {
    this.#open();
    this.#enqueue(new TextEncoder().encode(text));
  }

  #enqueue(chunk: Uint8Array): void {
    try {
      if (this.#stream && isFull(this.#stream)) {
        clearTimeout(this.#timer);
        this.#stream.error(unreadError());
      } else this.#stream?.enqueue(chunk);
    } catch {
      // The client has closed the stream.
    }
  }

  #close(): void {
    clearTimeout(this.#timer);
    try {
      this.#stream?.close();
    } catch {
      // The client has closed the stream.
    }
  }
}
