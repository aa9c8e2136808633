import { type Implementation, McpServer, type ServerOptions } from '@modelcontextprotocol/server';
import type { AnswerCall } from './direct-calls.ts';

type InputSchema = Readonly<Record<string, unknown>>;

export interface ComputedToolOptions extends ServerOptions {
  /** Whether clients are told when the list of tools changes. */
  readonly listChanged: boolean;
  /** The schema of a tool that this client has listed. */
  readonly inputSchemaOf: (name: string) => InputSchema | undefined;
}

/**
 * The SDK's server, with tools that are computed for each request and not registered with it. Prompts and
 * resources are registered as usual.
 */
export class ComputedToolServer extends McpServer {
  /** Set by whoever makes it: the one way to answer a call, whoever asks. */
  answerCall!: AnswerCall;
  readonly #inputSchemaOf: (name: string) => InputSchema | undefined;

  constructor(info: Implementation, { listChanged, inputSchemaOf, ...options }: ComputedToolOptions) {
    super(info, options);
    // Not among the options: the SDK would then answer for the tools itself.
    this.server.registerCapabilities({ tools: { listChanged } });
    this.#inputSchemaOf = inputSchemaOf;
  }

  /**
   * Where the SDK asks which arguments a client has to repeat in `Mcp-Param-*` headers, before the call
   * reaches a handler. Only what is listed counts: nobody can know the headers of a tool they have not seen.
   */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#inputSchemaOf(name);
  }
}
