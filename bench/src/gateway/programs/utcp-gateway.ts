import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serversIn } from './servers-in.ts';

// UTCP's libraries behind two MCP tools: node utcp-gateway.js config.json node_modules
const [, , config, modules = ''] = process.argv;

interface Utcp {
  callTool(name: string, input: unknown): Promise<unknown>;
  callToolChain(code: string): Promise<unknown>;
}
interface Mcp {
  setRequestHandler(
    schema: unknown,
    handler: (request: { params: { name: string; arguments: Input } }) => unknown,
  ): void;
  connect(transport: object): Promise<void>;
}
type Input = Readonly<Record<string, unknown>>;

// UTCP logs to stdout, which belongs to the protocol.
console.log = () => {};

const { CodeModeUtcpClient } = await load<{
  CodeModeUtcpClient: { create(root: string, options: object): Promise<Utcp> };
}>('@utcp/code-mode/dist/index.js');
await load('@utcp/mcp/dist/index.js');
const sdk = '@modelcontextprotocol/sdk/dist/esm';
const { Server } = await load<{ Server: new (info: object, options: object) => Mcp }>(`${sdk}/server/index.js`);
const { StdioServerTransport } = await load<{ StdioServerTransport: new () => object }>(`${sdk}/server/stdio.js`);
const types = await load<Record<string, unknown>>(`${sdk}/types.js`);

// One manual for each server: if one fails, the others still work.
const manuals = Object.entries(serversIn(config)).map(([name, server]) => ({
  name: name.replaceAll(/[^\w]/g, '_'),
  call_template_type: 'mcp',
  config: { mcpServers: { [name]: { transport: 'stdio', ...server } } },
}));
const client = await CodeModeUtcpClient.create(process.cwd(), { manual_call_templates: manuals, variables: {} });

const server = new Server({ name: 'utcp', version: '1.0.0' }, { capabilities: { tools: {} } });
const inputSchema = { type: 'object' };
server.setRequestHandler(types['ListToolsRequestSchema'], () => ({
  tools: ['call_tool', 'call_tool_chain'].map((name) => ({ name, inputSchema })),
}));
server.setRequestHandler(types['CallToolRequestSchema'], async ({ params: { name, arguments: input } }) => {
  const answer =
    name === 'call_tool_chain'
      ? await client.callToolChain(String(input['code']))
      : await client.callTool(String(input['tool_name']), input['arguments']);
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
});
await server.connect(new StdioServerTransport());

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(join(modules, file)).href)) as T;
}
