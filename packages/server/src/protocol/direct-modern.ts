import {
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ComputedToolServer } from './computed-tool-server.ts';
import { type DirectRequest, directContext, wireErrorOf } from './direct-request.ts';
import type { HttpCall } from './direct-session.ts';
import { type HttpAnswer, HttpReply } from './http-reply.ts';
import { hasPlainEnvelope, MODERN_VERSION, modernResult, splitMeta } from './modern-envelope.ts';
import type { RequestOwner } from './request-owner.ts';

const METHOD_HEADER = 'mcp-method';
const NAME_HEADER = 'mcp-name';
const VERSION_HEADER = 'mcp-protocol-version';
const NO_OWNER = {};

export interface DirectModernParts {
  readonly makeServer: (owner: RequestOwner | undefined) => ComputedToolServer;
  /** Whether a tool declares parameters that the client must repeat in headers. The SDK checks these. */
  readonly hasHeaderParams: (name: string) => boolean;
  readonly info: { readonly name: string; readonly version: string };
}

/**
 * Answers `tools/call` of modern clients over HTTP without the SDK, which makes a server for each request and validates
 * its messages against several schemas. One server for each owner is enough: a modern request has no state.
 */
export class DirectModern {
  readonly #parts: DirectModernParts;
  readonly #servers = new WeakMap<object, ComputedToolServer>();
  /** Request → the question that its handler returned, until the SDK has sent it. */
  readonly #questions = new WeakMap<Request, InputRequiredResult>();

  constructor(parts: DirectModernParts) {
    this.#parts = parts;
  }

  /** Whether a call is plain and correct. All others go through the SDK, which knows the right error for each. */
  accepts({ params }: DirectRequest, headers: Headers): boolean {
    return (
      headers.get(VERSION_HEADER) === MODERN_VERSION &&
      headers.get(METHOD_HEADER) === 'tools/call' &&
      headers.get(NAME_HEADER) === params.name &&
      hasPlainEnvelope(params._meta) &&
      !this.#parts.hasHeaderParams(params.name)
    );
  }

  call(
    { id, params }: DirectRequest,
    { http, passOn }: HttpCall,
    owner: RequestOwner | undefined,
    disconnected: AbortSignal,
  ): Promise<HttpAnswer> {
    const product = this.#serverFor(owner);
    const reply = new HttpReply();
    const { _meta: all, ...call } = params;
    const { envelope, meta } = splitMeta(all);
    const context = directContext(product.server, id, {
      meta,
      signal: disconnected,
      notify: async (one) => reply.write({ jsonrpc: '2.0', ...one }),
      envelope,
      http,
    });
    void this.#answer(product, { id, params: call }, context, reply, passOn);
    return reply.answer;
  }

  /** Moves a question to the request that the SDK gets. */
  passQuestion(from: Request, to: Request): void {
    const question = this.#questions.get(from);
    if (question) this.#questions.set(to, question);
  }

  /** The question that the SDK sends, in the place of another call of the handler. */
  takeQuestion(request: globalThis.Request | undefined): InputRequiredResult | undefined {
    return request && this.#questions.get(request);
  }

  async #answer(
    product: ComputedToolServer,
    { id, params }: DirectRequest,
    context: ServerContext,
    reply: HttpReply,
    passOn: HttpCall['passOn'],
  ): Promise<void> {
    try {
      const result = await product.answerCall(params, context);
      if (isInputRequiredResult(result)) {
        const request = context.http?.req;
        if (request) this.#questions.set(request, result);
        return await reply.passOn(passOn());
      }
      reply.end({ jsonrpc: '2.0', id, result: modernResult(result, this.#parts.info) });
    } catch (error) {
      const wire = wireErrorOf(error);
      const message = { jsonrpc: '2.0', id, error: wire };
      // The one error of a handler that has an HTTP status of its own.
      if (wire.code === ProtocolErrorCode.MissingRequiredClientCapability) {
        await reply.passOn(Promise.resolve(Response.json(message, { status: 400 })));
      } else reply.end(message);
    }
  }

  #serverFor(owner: RequestOwner | undefined): ComputedToolServer {
    const key = owner ?? NO_OWNER;
    let product = this.#servers.get(key);
    if (!product) {
      product = this.#parts.makeServer(owner);
      keepAnyStructure(product.server);
      this.#servers.set(key, product);
    }
    return product;
  }
}

/** Modern structured content may be any JSON. A server without a connection takes its client for a legacy one. */
function keepAnyStructure(server: Server): void {
  const project = server.projectCallToolResult.bind(server);
  server.projectCallToolResult = (result, schema) => {
    const projected = project(result, schema);
    return projected.structuredContent === result.structuredContent
      ? projected
      : { ...projected, structuredContent: result.structuredContent };
  };
}
