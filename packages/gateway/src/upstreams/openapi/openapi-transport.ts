import { type Command, type CommandResult, DirectClient, Engine, type Words } from '@foldout/core';
import { callText, convertSchema, isObject, NATIVE } from '@foldout/core/internal';
import type { CallToolResult, Tool, Transport } from '@modelcontextprotocol/server';
import type { ServerConfig } from '../../config/config-schema.ts';
import { namedHosts } from './named-hosts.ts';
import { readOpenApi } from './read-openapi.ts';

/** How the server of this process says what comes next: with the name of its tool alone. */
const WORDS: Words = {
  find: () => undefined,
  describe: () => undefined,
  call: (name, { input } = {}) => callText(name, input),
  more: () => undefined,
  less: () => undefined,
  enterContext: () => undefined,
};

export type OpenApiConfig = ServerConfig & { readonly openapi: string };

/**
 * An MCP server in this process, whose tools are the operations of an OpenAPI document. To the gateway it is a server like
 * any other: its tools are cached, approved, filtered and allowed in the same way.
 */
export async function openApiTransport(config: OpenApiConfig, timeoutMs: number): Promise<Transport> {
  const [{ document, url }, { commandsFromOpenApi }, { InMemoryTransport, Server }] = await Promise.all([
    readOpenApi(config.openapi, timeoutMs),
    import('@foldout/server/openapi'),
    import('@modelcontextprotocol/server'),
  ]);
  const { baseUrl, headers, bearerToken, credentials = {} } = config;
  const named = namedHosts(config.openapi, config);
  const commands = commandsFromOpenApi(document, {
    ...(named && { fetch: named.fetch }),
    include: (operation) => {
      named?.check(operation);
      return true;
    },
    ...(baseUrl !== undefined && { baseUrl }),
    ...(url !== undefined && { documentUrl: url }),
    ...(headers && { headers }),
    auth: ({ name, type, scheme }) => {
      if (Object.hasOwn(credentials, name)) return credentials[name];
      return type === 'apiKey' || scheme === 'basic' ? undefined : bearerToken;
    },
    ...(config.callTimeoutMs && { timeoutMs: config.callTimeoutMs }),
  });
  const tools = commands.map(definitionOf);
  const client = new DirectClient(new Engine({ name: 'api', commands, callTimeoutMs: Number.POSITIVE_INFINITY }));
  const server = new Server({ name: 'openapi', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const context = { signal: mcpReq.signal, words: WORDS };
    return answerOf(await client.call(params.name, params.arguments ?? {}, context));
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return ours;
}

function definitionOf({ name, description, input, annotations }: Command): Tool {
  const inputSchema = (input ? convertSchema(input, 'input') : { type: 'object' }) as Tool['inputSchema'];
  return { name, description, inputSchema, ...(annotations && { annotations }) };
}

function answerOf(result: CommandResult): CallToolResult {
  const native = (result as { [NATIVE]?: CallToolResult })[NATIVE];
  if (native) return native;
  const hints = (result.suggestions ?? []).map(textBlock);
  if (!result.success) {
    const { code, message, suggestion } = result.error;
    return { content: [textBlock(`${code}: ${message}. ${suggestion}`), ...hints], isError: true };
  }
  const { data } = result;
  if (typeof data === 'string') return { content: [textBlock(data), ...hints] };
  const structuredContent = isObject(data) ? data : { result: data };
  return { content: [textBlock(JSON.stringify(data)), ...hints], structuredContent };
}

function textBlock(text: string) {
  return { type: 'text' as const, text };
}
