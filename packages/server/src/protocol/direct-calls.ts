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
  wireErrorOf,
} from './direct-request.ts';
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
  #serving: Serving | undefined;
  #initialized = false;

  constructor(inner: Transport) {
    this.#inner = inner;
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
      for (const controller of this.#running.values()) controller.abort();
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
    const serving = this.#serving;
    if (!('method' in message) || !serving) return false;
    if (isDirectRequest(message) && this.#isReady(serving, message)) {
      void this.#call(serving, message);
      return true;
    }
    if (message.method === 'notifications/initialized') this.#initialized = true;
    if (message.method !== 'notifications/cancelled') return false;
    const controller = this.#running.get(
      (message.params as { requestId: string | number } | undefined)?.requestId ?? '',
    );
    controller?.abort();
    return controller !== undefined;
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
