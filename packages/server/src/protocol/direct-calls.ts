import {
  type InputRequiredResult,
  isInputRequiredResult,
  type JSONRPCMessage,
  type Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import {
  type AnswerCall,
  type AnsweringServer,
  type DirectRequest,
  directContext,
  isDirectRequest,
  type RequestId,
  wireErrorOf,
} from './direct-request.ts';
import { LISTEN } from './listen-watch.ts';
import { hasPlainEnvelope, modernResult, splitMeta } from './modern-envelope.ts';

interface Serving {
  readonly server: Server;
  readonly answer: AnswerCall;
  readonly era: 'modern' | 'legacy';
  readonly info: ServerInfo;
}

type ServerInfo = { readonly name: string; readonly version: string };

/**
 * A transport that answers `tools/call` itself. The SDK validates every message against several
 * schemas, which takes as long as the rest of a relayed call. The SDK still gets all other messages. It also gets a call
 * whose handler returned a question for the user, with that question: the handler does not run again for it.
 */
export class DirectCalls implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: Transport;
  readonly #running = new Map<string | number, AbortController>();
  /** Request id → the question that the handler returned. Deleted when the SDK takes the question. */
  readonly #questions = new Map<string | number, InputRequiredResult>();
  readonly #listens: (message: unknown, signal: AbortSignal) => void;
  /** Request id of a `subscriptions/listen` → what ends its subscriptions. The SDK answers the request. */
  readonly #listening = new Map<RequestId, AbortController>();
  #serving: Serving | undefined;
  #initialized = false;

  constructor(inner: Transport, listens: (message: unknown, signal: AbortSignal) => void = () => {}) {
    this.#inner = inner;
    this.#listens = listens;
  }

  /** Answers calls of this connection from now on. */
  serve(answering: AnsweringServer, era: Serving['era'], info: ServerInfo): void {
    const { server, answerCall: answer } = answering;
    this.#serving = { server, answer, era, info };
    answering.answerCall = async (params, context) => this.#takeQuestion(context) ?? answer(params, context);
  }

  #takeQuestion({ mcpReq: { id } }: ServerContext): InputRequiredResult | undefined {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    return question;
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => {
      if (!this.#takes(message)) this.onmessage?.(message, extra);
    };
    this.#inner.onclose = () => {
      for (const controller of [...this.#running.values(), ...this.#listening.values()]) controller.abort();
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    await this.#inner.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#inner.send(message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #takes(message: JSONRPCMessage): boolean {
    if (!('method' in message)) return false;
    // It may be the first message of a connection, which has no server yet.
    if (message.method === LISTEN && 'id' in message) this.#listen(message.id as RequestId, message);
    const serving = this.#serving;
    if (!serving) return false;
    if (isDirectRequest(message) && this.#isReady(serving, message)) {
      void this.#call(serving, message);
      return true;
    }
    if (message.method === 'notifications/initialized') this.#initialized = true;
    if (message.method !== 'notifications/cancelled') return false;
    const id = (message.params as { requestId?: RequestId } | undefined)?.requestId ?? '';
    this.#listening.get(id)?.abort();
    this.#listening.delete(id);
    const controller = this.#running.get(id);
    controller?.abort();
    return controller !== undefined;
  }

  #listen(id: RequestId, message: JSONRPCMessage): void {
    const controller = new AbortController();
    this.#listening.set(id, controller);
    this.#listens(message, controller.signal);
  }

  #isReady({ era }: Serving, { params }: DirectRequest): boolean {
    return era === 'modern' ? hasPlainEnvelope(params._meta) : this.#initialized;
  }

  async #call({ server, answer, era, info }: Serving, message: JSONRPCMessage & DirectRequest): Promise<void> {
    const { id, params } = message;
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const { envelope, meta } = era === 'modern' ? splitMeta(params._meta) : { meta: params._meta };
      const { signal } = controller;
      const result = await answer(params, directContext(server, id, { meta, signal, ...(envelope && { envelope }) }));
      // After a cancellation the client expects no response.
      if (controller.signal.aborted) return;
      if (!isInputRequiredResult(result)) {
        const sent = era === 'modern' ? modernResult(result, info) : result;
        await this.send({ jsonrpc: '2.0', id, result: sent } as JSONRPCMessage);
      } else {
        // The SDK asks the user and calls the handler again with the answer.
        this.#questions.set(id, result);
        this.onmessage?.(message);
      }
    } catch (error) {
      if (!controller.signal.aborted)
        await this.send({ jsonrpc: '2.0', id, error: wireErrorOf(error) }).catch(() => {});
    } finally {
      this.#running.delete(id);
    }
  }
}
