import assert from 'node:assert/strict';
import { type Command, CommandRegistry, type Engine, type ToolSource } from '@foldout/core';
import { CommandSource } from '@foldout/core/internal';
import { createMcpServer, type FoldoutServer, type McpServerOptions, type ToolStrategy } from '@foldout/server';
import { codeRunner, Sandbox } from '@foldout/workspace';
import { Client, type Tool as ListedTool } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { crmCommands } from '../crm-commands.ts';
import { driveCommands, MEETING_NOTES } from '../drive-commands.ts';
import { Conversation } from './conversation.ts';

const TASK = 'Copy the text of the document abc123 on the drive into the field Body of the note note-1 in the CRM.';

type Input = Readonly<Record<string, unknown>>;

/** The result of a call, as text and as structured data. */
export interface Answer {
  readonly text: string;
  readonly data: unknown;
}

/** Where the task is done: a server in front of the drive, the CRM and their neighbors. */
export type Place = (
  options: Pick<McpServerOptions, 'toolStrategy' | 'runCode'>,
) => Promise<{ readonly server: FoldoutServer; close(): Promise<void> }>;

/** Everything in this process. */
export function inMemory(neighbors: () => readonly ToolSource[]): Place {
  return async (options) => {
    const server = createMcpServer({
      name: 'office',
      version: '1.0.0',
      sources: [sourceOf('drive', driveCommands()), sourceOf('crm', crmCommands()), ...neighbors()],
      log: () => {},
      ...options,
    });
    return { server, close: () => server.stop() };
  };
}

/** A server with a drive, a CRM and many other sources, and an agent's client that counts the tokens of every message. */
export class Office implements AsyncDisposable {
  readonly conversation = new Conversation();
  readonly engine: Engine;
  readonly #client: Client;
  readonly #close: () => Promise<void>;

  private constructor(engine: Engine, client: Client, close: () => Promise<void>) {
    this.engine = engine;
    this.#client = client;
    this.#close = close;
    this.conversation.add('the task', { read: TASK });
  }

  static async open(
    place: Place,
    { toolStrategy, runCode = false }: { readonly toolStrategy: ToolStrategy; readonly runCode?: boolean },
  ): Promise<Office> {
    const sandbox = new Sandbox({ workers: 1 });
    const { server, close } = await place({ toolStrategy, ...(runCode && { runCode: codeRunner(sandbox) }) });
    const [near, far] = InMemoryTransport.createLinkedPair();
    server.connect(far);
    const client = new Client(
      { name: 'agent', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(near);
    return new Office(server.engine, client, async () => {
      await client.close();
      await close();
      await sandbox.close();
    });
  }

  /** What a host sends to the model at the start: the server's instructions and its tools. */
  async list(): Promise<readonly ListedTool[]> {
    const { tools } = await this.#client.listTools();
    this.conversation.add('instructions', { read: this.#client.getInstructions() });
    this.conversation.add(`${tools.length} tools listed`, { read: tools });
    return tools;
  }

  /** Calls a tool as the model does. A host shows either the text or the data; the larger one is counted. */
  async call(what: string, name: string, input: Input): Promise<Answer> {
    const params = { name, arguments: { ...input } };
    const { content, structuredContent, isError } = await this.#client.callTool(params);
    const text = content.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
    assert.ok(!isError, `${name} failed: ${text.slice(0, 500)}`);
    const json = JSON.stringify(structuredContent ?? null);
    this.conversation.add(what, { written: params, read: json.length > text.length ? json : text });
    // A server that was made with Foldout answers with a result around its data.
    const { success, data } = (structuredContent ?? {}) as { success?: boolean; data?: unknown };
    return { text, data: success === true ? data : structuredContent };
  }

  /** Asserts that the whole document has arrived. Bypasses the client, so that it adds no tokens. */
  async check(): Promise<void> {
    const result = await this.engine.call({ command: 'crm/get_record', input: { recordId: 'note-1' } });
    assert.ok(result.success);
    assert.equal((result.data as { fields: Record<string, string> }).fields['Body'], MEETING_NOTES);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

function sourceOf(server: string, commands: readonly Command[]): ToolSource {
  const registry = new CommandRegistry();
  for (const command of commands) registry.register(command);
  return new CommandSource(server, registry);
}
