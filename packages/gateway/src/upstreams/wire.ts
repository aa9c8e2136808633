import type { JsonObject, Progress } from '@foldout/core';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export interface WireOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Handles messages that the server sends on its own. `undefined` or `false` passes the message on to the SDK. */
export interface WireListener {
  onRequest(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> | undefined;
  onNotification(method: string, params: JsonObject): boolean;
}

export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout';
}

/** The connection ended before the answer. The request may or may not have been carried out. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

/** The message cannot be written as JSON, or is too large: only its own call fails, and the connection stays open. */
export class NotSendable extends Error {
  override readonly name = 'NotSendable';
}

/** A JSON-RPC error of the server. Its code is passed on to the client unchanged. */
export class ServerError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;
  readonly data: unknown;

  constructor(error: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }) {
    super(typeof error.message === 'string' ? error.message : 'the server answered with an error');
    this.code = Number.isSafeInteger(error.code) ? (error.code as number) : -32603;
    this.data = error.data;
  }
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

interface Pending {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly timer: NodeJS.Timeout | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: (() => void) | undefined;
  readonly stream: AbortController | undefined;
}

/** Request ids of the wire begin here. The SDK uses the same transport and counts its ids from 0. */
const FIRST_ID = 1_000_000;
/** The limit of unanswered requests that a server has sent to its clients. */
const MAX_SERVER_REQUESTS = 32;
const TOO_MANY = (): Promise<never> =>
  Promise.reject(new Error('the server has too many open requests to its clients'));

/**
 * Sends requests over a transport that the SDK has opened, without the SDK's client. That client validates every result
 * against the schema of its era, so that one malformed tool makes a whole list fail, and copies it. It also does not notice
 * when the response stream ends without a result, so that a call to a crashed server hangs.
 */
export class Wire {
  readonly #transport: Transport;
  readonly #listener: WireListener;
  readonly #pending = new Map<number, Pending>();
  readonly #serverRequests = new Map<string | number, AbortController>();
  /** Their number. A server may use one id for several requests, so the map can have fewer. */
  #openServerRequests = 0;
  #next = FIRST_ID;
  #lost = false;
  #paused = 0;

  constructor(transport: Transport, listener: WireListener) {
    this.#transport = transport;
    this.#listener = listener;
    const { onmessage, onclose } = transport;
    transport.onmessage = (message, extra) => {
      if (!this.#take(message as Message)) onmessage?.(message, extra);
    };
    transport.onclose = () => {
      this.#onClose();
      onclose?.();
    };
  }

  /** `meta`: fields to add to the `_meta` of `params`. */
  request(method: string, params: JsonObject, meta: JsonObject | undefined, options: WireOptions): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      const { signal, timeoutMs, headers } = options;
      if (this.#lost) return reject(new AnswerLost('the connection is closed'));
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#next++;
      const stream = this.#transport.hasPerRequestStream === true ? new AbortController() : undefined;
      const onAbort = signal ? () => this.#cancel(id, signal.reason) : undefined;
      if (onAbort) signal?.addEventListener('abort', onAbort, { once: true });
      const timer = timeoutMs > 0 ? setTimeout(this.#expire, timeoutMs, id, timeoutMs) : undefined;
      const { onProgress } = options;
      this.#pending.set(id, { resolve, reject, onProgress, timer, signal, onAbort, stream });
      const message = { jsonrpc: '2.0', id, method, params: withMeta(params, meta, onProgress ? id : undefined) };
      const failed = (error: unknown): void => this.#settle(id)?.reject(whySendFailed(error, message));
      try {
        const sent = this.#transport.send(
          message as JSONRPCMessage,
          stream && {
            requestSignal: stream.signal,
            onRequestStreamEnd: () =>
              this.#settle(id)?.reject(new AnswerLost('it ended the response stream without a result')),
            ...(headers && { headers: { ...headers } }),
          },
        );
        sent.catch(failed);
      } catch (error) {
        failed(error);
      }
    });
  }

  notify(method: string, params: JsonObject): void {
    this.#transport.send({ jsonrpc: '2.0', method, params } as JSONRPCMessage).catch(() => {});
  }

  /** Pauses the timeouts of all calls while a user answers a question of the server. */
  async whilePaused<T>(work: Promise<T>): Promise<T> {
    this.#paused += 1;
    try {
      return await work;
    } finally {
      this.#paused -= 1;
      if (this.#paused === 0) for (const { timer } of this.#pending.values()) timer?.refresh();
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    if (pending.onAbort) pending.signal?.removeEventListener('abort', pending.onAbort);
    return pending;
  }

  readonly #expire = (id: number, timeoutMs: number): void => {
    if (this.#paused > 0) this.#pending.get(id)?.timer?.refresh();
    else this.#cancel(id, new AnswerTimeout(`no answer within ${timeoutMs} ms`));
  };

  #cancel(id: number, reason: unknown): void {
    const pending = this.#settle(id);
    if (!pending) return;
    this.notify('notifications/cancelled', { requestId: id, reason: 'the call was cancelled' });
    pending.stream?.abort();
    pending.reject(reason);
  }

  #take(message: Message): boolean {
    const { id, method } = message;
    if (method === undefined) return this.#answer(message);
    if (id !== undefined) return this.#serve(id, method, message.params ?? {});
    const params = message.params ?? {};
    if (method === 'notifications/progress') return this.#progress(params);
    if (method === 'notifications/cancelled') this.#serverRequests.get(params['requestId'] as string)?.abort();
    return this.#listener.onNotification(method, params);
  }

  #answer({ id, result, error }: Message): boolean {
    if (typeof id !== 'number' || id < FIRST_ID) return false;
    const pending = this.#settle(id);
    if (!pending) return true;
    if (error) pending.reject(new ServerError(error));
    else if (typeof result !== 'object' || result === null || Array.isArray(result)) {
      pending.reject(
        new ServerError({ code: -32603, message: 'the server answered with a result that is not an object' }),
      );
    } else pending.resolve(result as JsonObject);
    return true;
  }

  #progress(params: JsonObject): boolean {
    const token = params['progressToken'];
    const pending = typeof token === 'number' ? this.#pending.get(token) : undefined;
    if (!pending) return typeof token === 'number' && token >= FIRST_ID;
    pending.timer?.refresh();
    const { progressToken: _, ...progress } = params;
    if (typeof progress['progress'] === 'number') pending.onProgress?.(progress as unknown as Progress);
    return true;
  }

  #serve(id: string | number, method: string, params: JsonObject): boolean {
    const controller = new AbortController();
    const tooMany = this.#openServerRequests >= MAX_SERVER_REQUESTS;
    const answer = tooMany ? TOO_MANY() : this.#listener.onRequest(method, params, controller.signal);
    if (!answer) return false;
    this.#serverRequests.set(id, controller);
    this.#openServerRequests += 1;
    const reply = (outcome: object): void => {
      this.#openServerRequests -= 1;
      if (this.#serverRequests.get(id) === controller) this.#serverRequests.delete(id);
      if (!controller.signal.aborted)
        this.#transport.send({ jsonrpc: '2.0', id, ...outcome } as JSONRPCMessage).catch(() => {});
    };
    this.whilePaused(answer).then(
      (result) => reply({ result }),
      (error: unknown) => reply({ error: asWireError(error) }),
    );
    return true;
  }

  #onClose(): void {
    this.#lost = true;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(new AnswerLost('the connection was closed'));
    for (const controller of this.#serverRequests.values()) controller.abort();
  }
}

/** Transports fail in the same way for a broken connection and for a message that JSON cannot represent. */
function whySendFailed(error: unknown, message: object): unknown {
  if (!(error instanceof TypeError || error instanceof RangeError)) return error;
  try {
    JSON.stringify(message);
    return error;
  } catch (cause) {
    const why = cause instanceof RangeError ? 'it is nested too deeply or too large' : 'it is not valid JSON';
    return new NotSendable(`the input cannot be sent: ${why}`);
  }
}

function withMeta(params: JsonObject, meta: JsonObject | undefined, progressToken: number | undefined): JsonObject {
  const own = params['_meta'] as JsonObject | undefined;
  // The client's progress token is removed: it is valid only on the client's own connection.
  if (meta === undefined && progressToken === undefined && own?.['progressToken'] === undefined) return params;
  const { progressToken: _, ...rest } = own ?? {};
  return {
    ...params,
    _meta: { ...meta, ...rest, ...(progressToken !== undefined && { progressToken }) },
  } as JsonObject;
}

function asWireError(error: unknown): object {
  const { code, data } = error as { code?: unknown; data?: unknown };
  const message = error instanceof Error ? error.message : String(error);
  return { code: Number.isSafeInteger(code) ? code : -32603, message, ...(data !== undefined && { data }) };
}
