import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';

type CallParams = { readonly name: string; readonly arguments?: Record<string, unknown> | undefined };
export type AnswerCall = (params: CallParams, context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

interface CallRequest {
  readonly id: string | number;
  readonly params: CallParams & { readonly _meta?: ServerContext['mcpReq']['_meta'] };
}

interface Serving {
  readonly server: Server;
  readonly answer: AnswerCall;
}

/**
 * Answers `tools/call` of a legacy connection without the SDK between: it checks every message against several schemas,
 * which takes as long as everything else of a passed-on call. All other messages, and calls that have to ask their user
 * in rounds, go its way.
 */
export class DirectCalls implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: Transport;
  readonly #running = new Map<string | number, AbortController>();
  #serving: Serving | undefined;
  #initialized = false;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  /** From now on, with this server's way to answer a call. */
  serve(server: Server, answer: AnswerCall): void {
    this.#serving = { server, answer };
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
    if (message.method === 'tools/call' && this.#initialized && isCall(message)) {
      void this.#call(serving, message as unknown as CallRequest, message);
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

  async #call({ server, answer }: Serving, { id, params }: CallRequest, message: JSONRPCMessage): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await answer(params, contextOf(server, id, params._meta, controller.signal));
      // Asking in rounds is the SDK's business; what was asked so far has changed nothing.
      if (isInputRequiredResult(result)) this.onmessage?.(message);
      // A client that has cancelled does not want to hear of it any more.
      else if (!controller.signal.aborted) await this.send({ jsonrpc: '2.0', id, result } as JSONRPCMessage);
    } catch (error) {
      if (!controller.signal.aborted) await this.send({ jsonrpc: '2.0', id, error: errorOf(error) }).catch(() => {});
    } finally {
      this.#running.delete(id);
    }
  }
}

/** What a handler may ask of a request; the SDK makes the same, with more around it. */
function contextOf(
  server: Server,
  id: string | number,
  _meta: ServerContext['mcpReq']['_meta'],
  signal: AbortSignal,
): ServerContext {
  const mcpReq = {
    id,
    method: 'tools/call',
    _meta,
    signal,
    requestState: () => undefined,
    send: server.request.bind(server),
    notify: (notification: Parameters<Server['notification']>[0]) => server.notification(notification),
    log: (level: string, data: unknown, logger?: string) =>
      server.sendLoggingMessage({ level, data, logger } as Parameters<Server['sendLoggingMessage']>[0]),
    elicitInput: server.elicitInput.bind(server),
    requestSampling: server.createMessage.bind(server),
  };
  return { mcpReq } as unknown as ServerContext;
}

function isCall(message: object): boolean {
  const { id, params } = message as { id?: unknown; params?: { name?: unknown; arguments?: unknown } };
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof params?.name !== 'string') return false;
  const input = params.arguments;
  return input === undefined || (typeof input === 'object' && input !== null && !Array.isArray(input));
}

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  return {
    code: typeof code === 'number' ? code : ProtocolErrorCode.InternalError,
    message: typeof message === 'string' ? message : 'Internal error',
    ...(data !== undefined && { data }),
  };
}
