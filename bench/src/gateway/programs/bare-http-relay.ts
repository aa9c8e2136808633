import { createServer, type IncomingMessage } from 'node:http';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { serversIn } from './servers-in.ts';

// The smallest relay over HTTP, both eras on one port: node bare-http-relay.js config.json PORT
const INFO = { name: 'bare-http-relay', version: '1.0.0' };

const tools: Tool[] = [];
const owners = new Map<string, Client>();
await Promise.all(
  Object.values(serversIn(process.argv[2])).map(async (entry) => {
    const client = new Client(INFO, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(new StdioClientTransport({ ...entry, stderr: 'ignore' }));
    for (const tool of (await client.listTools()).tools) {
      tools.push(tool);
      owners.set(tool.name, client);
    }
  }),
);

const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
const modern = toNodeHandler(createMcpHandler(() => relay(), { legacy: 'reject' }));

// The era is read from a header, which is cheaper than the SDK's check of the body.
const http = createServer((request, response) => {
  if (request.url === '/health') response.end('ok');
  else if (request.headers['mcp-method'] !== undefined) void modern(request as never, response);
  else void legacy(request).then((transport) => transport.handleRequest(request, response));
});
http.listen(Number(process.argv[3]), '127.0.0.1');

function relay(): Server {
  const server = new Server(INFO, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: input } }) => {
    const owner = owners.get(name);
    if (!owner) throw new Error(`Unknown tool: ${name}`);
    return owner.request({ method: 'tools/call', params: { name, arguments: input } });
  });
  return server;
}

async function legacy({ headers }: IncomingMessage): Promise<NodeStreamableHTTPServerTransport> {
  const open = sessions.get(String(headers['mcp-session-id']));
  if (open) return open;
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await relay().connect(transport);
  return transport;
}
