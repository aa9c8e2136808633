import type { CallContext, JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { InMemoryTransport, LATEST_PROTOCOL_VERSION, type Transport } from '@modelcontextprotocol/server';

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

interface Pending {
  readonly settle: (answer: Answer) => void;
  readonly context: Partial<CallContext>;
}

const CLIENT = { name: 'foldout', version: '1' };
const METHOD_NOT_FOUND = -32_601;
/** A server that never ends its list would otherwise be read forever. */
const MAX_PAGES = 100;

/**
 * A client of a server in the same process, without the checks of an SDK client: the server package does not depend on
 * the client package. Declares no capabilities, so the server sends no questions.
 */
export class WrappedConnection {
  readonly serverSide: Transport;
  onToolsChanged: () => void = () => {};
  readonly #transport: Transport;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #name = 'server';

  constructor() {
    [this.#transport, this.serverSide] = InMemoryTransport.createLinkedPair();
    this.#transport.onmessage = (message) => this.#receive(message as unknown as JsonObject);
  }

  /** The name that the server reports. */
  get name(): string {
    return this.#name;
  }

  async open(): Promise<void> {
    await this.#transport.start();
    const params = { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities: {}, clientInfo: CLIENT };
    const answer = await this.request('initialize', params);
    if ('error' in answer) throw new Error(`The wrapped server refused to start: ${answer.error.message}`);
    const info = isObject(answer.result) ? answer.result['serverInfo'] : undefined;
    if (isObject(info) && typeof info['name'] === 'string') this.#name = info['name'];
    await this.#send({ method: 'notifications/initialized' });
  }

  async listTools(): Promise<readonly unknown[]> {
    const tools: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.request('tools/list', cursor === undefined ? {} : { cursor });
      if ('error' in answer) throw new Error(`The wrapped server cannot list its tools: ${answer.error.message}`);
      const result = isObject(answer.result) ? answer.result : {};
      if (Array.isArray(result['tools'])) tools.push(...result['tools']);
      cursor = result['nextCursor'];
      if (cursor === undefined) break;
    }
    return tools;
  }

  /** Sends a request. Cancellation and progress of the call go through. */
  async request(method: string, params: JsonObject, context: Partial<CallContext> = {}): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = (): void =>
      void this.#send({ method: 'notifications/cancelled', params: { requestId: id } }).catch(() => {});
    context.signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<Answer>((settle, fail) => {
        this.#pending.set(id, { settle, context });
        const meta = context.reportProgress ? { _meta: { progressToken: id } } : {};
        this.#send({ id, method, params: { ...params, ...meta } }).catch(fail);
      });
    } finally {
      this.#pending.delete(id);
      context.signal?.removeEventListener('abort', cancel);
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #receive(message: JsonObject): void {
    const { id, method, params } = message;
    if (method === undefined) {
      this.#pending.get(Number(id))?.settle(message as Answer);
    } else if (id !== undefined) {
      const error = { code: METHOD_NOT_FOUND, message: `This client does not answer ${String(method)}` };
      this.#send({ id, error }).catch(() => {});
    } else if (method === 'notifications/tools/list_changed') {
      this.onToolsChanged();
    } else if (method === 'notifications/progress' && isObject(params)) {
      const { progressToken, ...progress } = params;
      this.#pending.get(Number(progressToken))?.context.reportProgress?.(progress as never);
    }
  }

  #send(message: JsonObject): Promise<void> {
    return this.#transport.send({ jsonrpc: '2.0', ...message } as never);
  }
}
