import {
  type CallContext,
  type CommandResult,
  failure,
  type JsonObject,
  type SourceChange,
  type Tool,
  type ToolSource,
  toolFromDefinition,
  type Validated,
} from '@foldout/core';
import type { CallToolResult, Transport } from '@modelcontextprotocol/server';
import { mcpResult } from './mcp-result.ts';
import { WrappedConnection } from './wrapped-connection.ts';

/** A server of the MCP SDK, version 1 or 2: an `McpServer`, or a low-level `Server`. */
export interface ConnectableServer {
  connect(transport: Transport): Promise<void>;
}

export interface FromMcpServerOptions {
  /** The first part of the address of its tools. Default: the name that the server reports. */
  readonly name?: string;
  /** Names of its tools that are left out. */
  readonly omit?: readonly string[];
}

/**
 * The tools of a server that was written with the MCP SDK, as a source for `createMcpServer`. The server runs in this
 * process, unchanged: it validates inputs itself, and its results reach the client as they are.
 */
export async function fromMcpServer(
  server: ConnectableServer,
  options: FromMcpServerOptions = {},
): Promise<ToolSource & AsyncDisposable> {
  const connection = new WrappedConnection();
  await Promise.all([server.connect(connection.serverSide), connection.open()]);
  const source = new WrappedServer(options.name ?? connection.name, connection, options.omit);
  await source.refresh();
  return source;
}

class WrappedServer implements ToolSource, AsyncDisposable {
  readonly server: string;
  readonly #connection: WrappedConnection;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  readonly #omitted: ReadonlySet<string>;
  #tools = new Map<string, Tool>();

  constructor(server: string, connection: WrappedConnection, omit: readonly string[] = []) {
    this.server = server;
    this.#connection = connection;
    this.#omitted = new Set(omit);
    connection.onToolsChanged = () => void this.refresh().catch(() => {});
  }

  tools(): Iterable<Tool> {
    return this.#tools.values();
  }

  exposes(): boolean {
    return true;
  }

  /** The server checks its inputs itself, with its own messages. */
  validate(_tool: Tool, input: JsonObject): Validated {
    return { valid: true, value: input };
  }

  async invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const params = { name: tool.name, arguments: input };
    const answer = await this.#connection.request('tools/call', params, context);
    if ('result' in answer) return mcpResult(answer.result as CallToolResult);
    return failure({
      code: 'UPSTREAM_ERROR',
      message: `'${tool.name}' failed: ${answer.error.message.slice(0, 500)}`,
      suggestion: 'Read the message, correct the input and call it again.',
    });
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the list again, and tells the catalog what has changed. */
  async refresh(): Promise<void> {
    const definitions = await this.#connection.listTools();
    const tools = definitions.flatMap((definition) => toolFromDefinition(this.server, definition) ?? []);
    const kept = tools.filter(({ name }) => !this.#omitted.has(name));
    const next = new Map(kept.map((tool) => [tool.name, tool]));
    const removed = [...this.#tools.keys()].filter((name) => !next.has(name));
    this.#tools = next;
    for (const listener of this.#listeners) listener({ upserted: kept, removed });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }
}
