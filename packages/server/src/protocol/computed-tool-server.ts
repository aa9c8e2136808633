import { type Implementation, McpServer, type ServerOptions } from '@modelcontextprotocol/server';
import type { AnswerCall } from './direct-request.ts';

type InputSchema = Readonly<Record<string, unknown>>;

export interface ComputedToolOptions extends ServerOptions {
  /** Whether clients get `tools/list_changed`. */
  readonly listChanged: boolean;
  /** The schema of a tool that this client has listed. */
  readonly inputSchemaOf: (name: string) => InputSchema | undefined;
}

/**
 * The SDK's server, with a tool list that is computed for each request instead of registered. Prompts and resources are
 * registered as usual.
 */
export class ComputedToolServer extends McpServer {
  /** Answers a `tools/call`. Set by `createProtocolServer`; `DirectCalls` wraps it. */
  answerCall!: AnswerCall;
  readonly #inputSchemaOf: (name: string) => InputSchema | undefined;

  constructor(info: Implementation, { listChanged, inputSchemaOf, ...options }: ComputedToolOptions) {
    super(info, options);
    // As a constructor option, the tools capability would make the SDK install its own tool handlers.
    this.server.registerCapabilities({ tools: { listChanged } });
    this.#inputSchemaOf = inputSchemaOf;
  }

  /**
   * The SDK calls this method before the handler, to learn which arguments the client must repeat in `Mcp-Param-*`
   * headers. Undefined for tools that are not listed: a client cannot know the headers of a tool it has not seen.
   */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#inputSchemaOf(name);
  }
}
