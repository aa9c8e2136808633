import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import type { Engine } from '@foldout/core';
import { type Conversation, Office, type Place } from '@foldout/example-workspace/headline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { installPeer, PEER_MODULES } from '../npm-peers.ts';

const PACKAGES = { '@cloudflare/codemode': '0.5.6' };

const CODE = `async () => {
  const { content } = await codemode.drive_get_document({ documentId: 'abc123' });
  const { recordId } = await codemode.crm_update_record({ recordId: 'note-1', data: { Body: content } });
  return \`copied \${content.length} characters into \${recordId}\`;
}`;

type Functions = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** The part of `@cloudflare/codemode/mcp` that is used: it is no dependency of this repository. */
interface CodeModeModule {
  codeMcpServer(options: {
    readonly server: Pick<Server, 'connect'>;
    readonly executor: typeof executor;
  }): Promise<Server>;
}

/**
 * The executor of codemode's contract. Its own one needs Cloudflare's Worker loader; the sandbox has no part in what the model
 * reads and writes.
 */
const executor = {
  async execute(code: string, providers: readonly { readonly name: string; readonly fns: Functions }[]) {
    try {
      const globals = Object.fromEntries(providers.map(({ name, fns }) => [name, fns]));
      return { result: await runInNewContext(`(${code})()`, globals) };
    } catch (error) {
      return { result: undefined, error: String(error) };
    }
  },
};

/** The same task through Cloudflare's codemode: one tool with the types of all tools. Undefined if npm does not allow it. */
export async function codemodeWay(place: Place): Promise<Conversation | undefined> {
  if (!installPeer('codemode', PACKAGES)) return undefined;
  const entry = pathToFileURL(join(PEER_MODULES, '@cloudflare/codemode/dist/mcp.js')).href;
  const { codeMcpServer } = (await import(entry)) as CodeModeModule;
  await using office = await Office.open(place, { toolStrategy: 'lazy' });
  const server = await codeMcpServer({ server: serverOf(office.engine), executor });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(near);
  try {
    const { tools } = await client.listTools();
    office.conversation.add(`${tools.length} tool listed`, { read: tools });
    const params = { name: 'code', arguments: { code: CODE } };
    const { content, isError } = await client.callTool(params);
    const [{ text } = { text: '' }] = content as { text: string }[];
    assert.ok(!isError, text);
    assert.match(text, /^copied \d+ characters into note-1$/);
    office.conversation.add('run the code', { written: params, read: text });
    await office.check();
    return office.conversation;
  } finally {
    await client.close();
    await server.close();
  }
}

/** All tools of the engine as one server, on one page: codemode reads the first page only. */
function serverOf(engine: Engine): Server {
  const server = new Server({ name: 'office', version: '1.0.0' }, { capabilities: { tools: {} } });
  const tools = new Map(
    engine.catalog.entries().map(({ tool }) => [`${tool.server}_${tool.name}`.replace(/\W/g, '_'), tool]),
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools].map(([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const id = tools.get(params.name)?.id ?? params.name;
    const result = await engine.call({ command: id, input: params.arguments ?? {} });
    if (!result.success) return { content: [{ type: 'text', text: result.error.message }], isError: true };
    return {
      content: [{ type: 'text', text: JSON.stringify(result.data) }],
      structuredContent: result.data as Record<string, unknown>,
    };
  });
  return server;
}
