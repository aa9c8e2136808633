import { isObject, own } from '@foldout/core/internal';
import {
  type InputRequiredResult,
  isInputRequiredResult,
  type JSONRPCMessage,
  type ServerContext,
  type Transport,
  type TransportSendOptions,
  type WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import {
  type AnswerCall,
  type AnsweringServer,
  type DirectRequest,
  directContext,
  type RequestId,
  wireErrorOf,
} from './direct-request.ts';
import { type HttpAnswer, HttpReply } from './http-reply.ts';
import { QuestionIds } from './session-mail.ts';

interface RunningCall {
  readonly controller: AbortController;
  readonly reply: HttpReply;
}

/** A call that came over HTTP. */
export interface HttpCall {
  readonly http: NonNullable<ServerContext['http']>;
  /** Lets the SDK answer the same request. */
  readonly passOn: () => Promise<Response>;
}

/** What the SDK gets with a message: the request that brought it. */
export type MessageExtra = Parameters<NonNullable<Transport['onmessage']>>[1];

/**
 * The transport of a legacy session over HTTP, which can answer a `tools/call` without the SDK: the SDK validates each
 * message against several schemas and opens a stream for every answer. It gets all other requests.
 */
export class DirectSession implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: WebStandardStreamableHTTPServerTransport;
  readonly #running = new Map<RequestId, RunningCall>();
  /** Request id → the question that the handler returned. Deleted when the SDK takes the question. */
  readonly #questions = new Map<RequestId, InputRequiredResult>();
  /** Ids of the requests that the SDK is answering. */
  readonly #open = new Set<RequestId>();
  /** Ids of the requests that another replica has answered. */
  readonly #delivered = new Set<RequestId>();
  /** Only where several replicas have sessions open: the SDK's ids are numbers, which is what most clients expect. */
  readonly #ids: QuestionIds | undefined;
  #serving: { readonly server: AnsweringServer['server']; readonly answer: AnswerCall } | undefined;
  #initialized = false;

  constructor(inner: WebStandardStreamableHTTPServerTransport, { replicated = false } = {}) {
    this.#inner = inner;
    if (replicated) this.#ids = new QuestionIds();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Connects a server, and answers its calls from now on. */
  async connect(answering: AnsweringServer & { connect(transport: Transport): Promise<void> }): Promise<void> {
    const { server, answerCall: answer } = answering;
    this.#serving = { server, answer };
    answering.answerCall = async (params, context) => {
      const { id } = context.mcpReq;
      const question = this.#questions.get(id);
      this.#questions.delete(id);
      return question ?? answer(params, context);
    };
    await answering.connect(this);
  }

  /** Answers a call. Undefined: this session cannot, and the SDK has to answer it. */
  call(message: DirectRequest, { http, passOn }: HttpCall): Promise<HttpAnswer> | undefined {
    const { id } = message;
    if (!this.#serving || !this.#initialized || this.#running.has(id)) return undefined;
    const running = { controller: new AbortController(), reply: new HttpReply() };
    this.#running.set(id, running);
    void this.#answer(this.#serving, message, running, { http, passOn });
    return running.reply.answer;
  }

  /** Whether another replica has to see a message: it cancels a call, or answers a question, that is not known here. */
  concernsOthers(message: unknown): boolean {
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) return !this.#running.has(cancelled) && !this.#open.has(cancelled);
    return this.#ids?.isForeign(message) === true;
  }

  /** A message that the client has sent to another replica, which has answered it. */
  deliver(message: JSONRPCMessage, extra: MessageExtra): void {
    if (!('method' in message) || !('id' in message)) {
      this.#receive(message, extra);
      return;
    }
    const id = `delivered-${crypto.randomUUID()}`;
    this.#delivered.add(id);
    this.#receive({ ...message, id }, extra);
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra);
    this.#inner.onclose = () => {
      for (const { controller } of this.#running.values()) controller.abort();
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message) && message.id !== undefined) {
      this.#open.delete(message.id);
      if (this.#delivered.delete(message.id)) return;
    }
    const sent = this.#ids?.named(message) ?? message;
    const related = options?.relatedRequestId;
    const running = related === undefined ? undefined : this.#running.get(related);
    if (running) running.reply.write(sent);
    else await this.#inner.send(sent, options as { relatedRequestId?: RequestId } | undefined);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions(versions);
  }

  #receive(sent: JSONRPCMessage, extra: MessageExtra): void {
    const message = this.#ids ? this.#ids.own(sent) : sent;
    if (!message || this.#takes(message)) return;
    if ('method' in message && 'id' in message) this.#open.add(message.id as RequestId);
    this.onmessage?.(message, extra);
  }

  #takes(message: JSONRPCMessage): boolean {
    if (!('method' in message)) return false;
    if (message.method === 'notifications/initialized') this.#initialized = true;
    const cancelled = cancelledId(message);
    if (cancelled === undefined) return false;
    this.#open.delete(cancelled);
    const running = this.#running.get(cancelled);
    running?.controller.abort();
    return running !== undefined;
  }

  async #answer(
    { server, answer }: { readonly server: AnsweringServer['server']; readonly answer: AnswerCall },
    { id, params }: DirectRequest,
    { controller: { signal }, reply }: RunningCall,
    { http, passOn }: HttpCall,
  ): Promise<void> {
    const context = directContext(server, id, {
      meta: params._meta,
      signal,
      related: true,
      notify: async (one) => reply.write({ jsonrpc: '2.0', ...one }),
      http,
      sessionId: this.sessionId,
    });
    try {
      const result = await answer(params, context);
      if (!isInputRequiredResult(result)) {
        // After a cancellation the client expects no answer.
        reply.end(signal.aborted ? undefined : { jsonrpc: '2.0', id, result });
        return;
      }
      // The SDK asks the user, and calls the handler again with the answer.
      this.#questions.set(id, result);
      this.#running.delete(id);
      await reply.passOn(passOn());
    } catch (error) {
      reply.end(signal.aborted ? undefined : { jsonrpc: '2.0', id, error: wireErrorOf(error) });
    } finally {
      this.#running.delete(id);
    }
  }
}

/** The id of the request that a message cancels. */
function cancelledId(message: unknown): RequestId | undefined {
  if (!isObject(message) || message['method'] !== 'notifications/cancelled') return undefined;
  const id = own(message['params'], 'requestId');
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
