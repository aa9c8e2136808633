import {
  type Command,
  type CommandOptions,
  type CommandResult,
  type CommandSchema,
  estimateTokens,
} from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { type CallToolResult, Client, type Tool } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { FoldoutServer } from '../foldout-server.ts';

export interface TestClientOptions {
  /** The protocol family. Default: `modern` (2026-07-28). */
  readonly era?: 'modern' | 'legacy';
  /** What the client calls itself: `auto` chooses by it. */
  readonly client?: { readonly name: string; readonly version: string };
}

/** The input that a command takes. */
type InputOf<C> = C extends { handler(input: infer I, context: never): unknown } ? I : Record<string, unknown>;
/** The data of a command's successes. */
type DataOf<C> = C extends CommandOptions<CommandSchema | undefined, infer T> ? T : unknown;

const MODERN = '2026-07-28';

/** A client of a server in the same process, without a transport that could fail. For tests. */
export async function testClient(server: FoldoutServer, options: TestClientOptions = {}): Promise<TestClient> {
  const { era = 'modern', client = { name: 'test', version: '1' } } = options;
  const mode = era === 'legacy' ? era : { pin: MODERN };
  const sdk = new Client(client, { versionNegotiation: { mode } });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  server.connect(theirs);
  await sdk.connect(ours);
  return new TestClient(sdk);
}

export class TestClient implements AsyncDisposable {
  /** The client of the MCP SDK: for prompts, resources and handlers of questions. */
  readonly sdk: Client;

  constructor(sdk: Client) {
    this.sdk = sdk;
  }

  /** What the server lists, all pages. */
  async listTools(): Promise<readonly Tool[]> {
    const { tools, nextCursor } = await this.sdk.listTools();
    const all = [...tools];
    for (let cursor = nextCursor; cursor !== undefined; ) {
      const page = await this.sdk.listTools({ cursor });
      all.push(...page.tools);
      cursor = page.nextCursor;
    }
    return all;
  }

  /** Calls a command. Given the command itself, input and data have its types. */
  async call<C extends Command | string>(command: C, input?: C extends string ? Record<string, unknown> : InputOf<C>) {
    const name = typeof command === 'string' ? command : command.name;
    const answer = await this.callTool(name, (input ?? {}) as Record<string, unknown>);
    return resultOf(answer) as CommandResult<DataOf<C>>;
  }

  /** Calls any tool, and returns the answer of MCP as it is. */
  async callTool(name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
    return (await this.sdk.callTool({ name, arguments: args })) as CallToolResult;
  }

  /** An estimate of the tokens that the list of tools costs a model. */
  async tokens(): Promise<number> {
    const tools = await this.listTools();
    return tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)), 0);
  }

  /** Throws if the list of tools costs more than `most` tokens, and names the tools that cost most. Returns the cost. */
  async expectTokens(most: number): Promise<number> {
    const tokens = await this.tokens();
    if (tokens <= most) return tokens;
    const costs = (await this.listTools()).map((tool) => `${tool.name} ${estimateTokens(JSON.stringify(tool))}`);
    const [first, ...rest] = costs.sort((a, b) => Number(b.split(' ').at(-1)) - Number(a.split(' ').at(-1)));
    const dearest = [first, ...rest].slice(0, 5).join(', ');
    throw new Error(
      `tools/list costs ${tokens} tokens, ${tokens - most} more than ${most}. Most expensive: ${dearest}`,
    );
  }

  close(): Promise<void> {
    return this.sdk.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** The result of a command; of another answer (images, a text of an SDK server), its content is the data. */
function resultOf({ structuredContent, content, isError }: CallToolResult): CommandResult {
  if (isObject(structuredContent) && typeof structuredContent['success'] === 'boolean') {
    return structuredContent as unknown as CommandResult;
  }
  const data = structuredContent ?? content;
  if (!isError) return { success: true, data };
  const message = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { success: false, error: { code: 'UPSTREAM_ERROR', message, suggestion: '' } };
}
